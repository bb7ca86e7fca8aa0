import { userInfo } from '@tonle/contract/sign-in';
import { call } from '../api/call.ts';
import { getConfig } from './config.ts';
import { type Heard, type IdleState, IdleWatch } from './idle-watch.ts';
import { logOutIdle } from './log-out.ts';
import { getSession } from './session.ts';
import { hasHeardHere, heardOf, sessionLeftKey } from './session-left.ts';

const activityKey = 'tonle.active';
const toldKey = 'tonle.told';
/** What a person does; looking at a page is nothing they do. */
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;
/** 2-console.md section 9: idle detection debounce. */
const debounceMs = 250;
const askTimeoutSeconds = 10;
/** A page that is opened or seen again asks, unless the server was heard of as lately as this. */
const heardLatelyMs = 20_000;

function numberAt(key: string): number {
  const it = Number(localStorage.getItem(key) ?? 0);
  return Number.isFinite(it) ? it : 0;
}
const act = (at: number) => localStorage.setItem(activityKey, String(at));

/** The watch over this tab's session while one is open: it listens for people, other tabs, and sleep. */
export class IdleSession {
  readonly #watch: IdleWatch;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#watch = new IdleWatch(
      {
        idleSeconds: getConfig().IDLE_TIMEOUT,
        now: () => Date.now(),
        steady: () => performance.now(),
        heard: (): Heard | undefined => heardOf(getSession()?.token),
        activity: () => numberAt(activityKey),
        act,
        told: () => numberAt(toldKey),
        tell: (at) => localStorage.setItem(toldKey, String(at)),
        ask,
        end: logOutIdle,
      },
      () => {
        for (const listener of this.#listeners) listener();
      },
    );
  }

  readonly getState = (): IdleState => this.#watch.state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  prolong(): Promise<void> {
    return this.#watch.prolong();
  }

  /** Begins to watch; the result ends it. */
  start(): () => void {
    // A page that was just opened was opened by somebody.
    act(Date.now());
    let noted = 0;
    const note = () => {
      const now = Date.now();
      // The dialog is answered by its buttons, not by a hand on the mouse.
      if (this.#watch.state.phase !== 'active' || Math.abs(now - noted) < debounceMs) return;
      noted = now;
      act(now);
    };
    const look = () => this.#watch.tick();
    const elsewhere = (event: StorageEvent) => {
      if (event.key === sessionLeftKey) look();
    };
    const lookAgain = () => {
      if (document.visibilityState !== 'visible') return;
      const heard = heardOf(getSession()?.token);
      if (heard && hasHeardHere() && Math.abs(Date.now() - heard.at) < heardLatelyMs) look();
      else void this.#watch.refresh(!hasHeardHere());
    };
    const timer = window.setInterval(look, 1_000);
    const options = { capture: true, passive: true };
    for (const name of activities) window.addEventListener(name, note, options);
    window.addEventListener('storage', elsewhere);
    const seen = ['pageshow', 'focus', 'online'] as const;
    for (const name of seen) window.addEventListener(name, lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    lookAgain();
    return () => {
      window.clearInterval(timer);
      for (const name of activities) window.removeEventListener(name, note, options);
      window.removeEventListener('storage', elsewhere);
      for (const name of seen) window.removeEventListener(name, lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }
}

/** A server that does not tell the time left is only told that somebody is there. */
async function ask(isActive: boolean): Promise<void> {
  const login = getSession()?.user.login;
  if (login === undefined || (!isActive && !getConfig().extensions)) return;
  await call(userInfo, { params: { login } }, { background: !isActive, timeoutSeconds: askTimeoutSeconds });
}
