import { keepPreference, preferences } from '@tonle/contract/preferences';
import { call } from '../api/call.ts';
import { getConfig } from './config.ts';
import { onPreference, storedPreference, takePreferences, unsentPreferences } from './preferences.ts';
import { getSession } from './session.ts';

/** A column is dragged through many widths; the one where it stays is kept. */
const settleMs = 400;

/**
 * Brings a person's preferences from the server and carries what they choose there, for as long as the session lasts. What
 * cannot be carried waits in this browser for the next start: nobody is asked about the width of a column.
 */
export function keepPreferences(token: string): () => void {
  if (!getConfig().extensions) return () => undefined;
  const unsent = unsentPreferences();
  let timer: number | undefined;
  const send = async (name: string) => {
    const value = storedPreference(name);
    await call(keepPreference, { body: { name, value } }, { token });
    // Chosen again meanwhile: the next turn carries that.
    if (storedPreference(name) === value) unsent.remove(name);
  };
  const sendAll = () => {
    for (const name of unsent.names()) send(name).catch(() => undefined);
  };
  const soon = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(sendAll, settleMs);
  };
  const stop = onPreference((name) => {
    unsent.add(name);
    soon();
  });
  if (unsent.names().size > 0) soon();
  call(preferences, {}, { token, background: true })
    .then((it) => {
      if (getSession()?.token === token) takePreferences(it.preferences, unsent.names());
    })
    .catch(() => undefined);
  return () => {
    stop();
    window.clearTimeout(timer);
  };
}
