import { getConfig } from '../session/config.ts';
import { onPreferenceChosen, takePreferences } from '../session/preferences.ts';
import { getSession, onSession } from '../session/session.ts';

/** A dragged column edge chooses many times a second; the last one is told. */
const pauseMs = 700;
/** Longer than this nobody waits for a page because of how it should look. */
const patienceMs = 1_500;

/** What was chosen here and is not told yet, in the session that chose it. */
const untold = new Map<string, string | null>();
let token: string | undefined;
let loaded = Promise.resolve();
let timer = 0;

/**
 * Brings the signed-in user's preferences from the server, once a session; then tells it what is chosen here. A server that
 * keeps none, or none that answers, leaves this browser's own copy in force.
 */
export function loadPreferences(): Promise<void> {
  const now = getSession()?.token;
  if (now === token || !getConfig().extensions) return loaded;
  token = now;
  untold.clear();
  if (now === undefined) return loaded;
  const late = new Promise<void>((done) => window.setTimeout(done, patienceMs));
  loaded = Promise.race([fetchAll(now).catch(() => undefined), late]);
  return loaded;
}

/** The contract's schemas stay out of what the sign-in page loads. */
const calls = async () => ({
  ...(await import('@tonle/contract/preferences')),
  ...(await import('./call.ts')),
});

async function fetchAll(wanted: string): Promise<void> {
  const { call, preferences } = await calls();
  const { preferences: kept } = await call(preferences, {}, { background: true });
  if (getSession()?.token !== wanted) return;
  // What this browser alone knows was chosen while the server could not be told.
  for (const [name, text] of takePreferences(kept, (name) => untold.has(name))) untold.set(name, text);
  if (untold.size > 0) void tell();
}

async function tell(): Promise<void> {
  window.clearTimeout(timer);
  const changes = getSession()?.token === token ? [...untold] : [];
  untold.clear();
  const { call, keepPreference } = await calls();
  for (const [name, value] of changes) {
    // What the server could not take stays in this browser, and is told with the next session.
    await call(keepPreference, { body: { name, value } }, { background: true }).catch(() => undefined);
  }
}

onSession(() => void loadPreferences());

onPreferenceChosen((name, text) => {
  if (token === undefined) return;
  untold.set(name, text);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void tell(), pauseMs);
});

// A tab that is being left would forget the pause's last choice.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && untold.size > 0) void tell();
});
