/** What the server last said of the session: it had so many seconds left, at that time of this machine's clock. */
export type Heard = { left: number; at: number };

export type IdleState =
  | { phase: 'active' }
  /** The dialog: the session closes in so many seconds. `isLast`: nothing prolongs it any more. */
  | { phase: 'warning'; seconds: number; isLast: boolean };

/** What the watch stands on; all tabs share `heard`, `activity` and `told`. */
export type IdleGround = {
  /** Seconds without activity until the dialog (IDLE_TIMEOUT). */
  idleSeconds: number;
  /** Milliseconds of the wall clock, which people set. */
  now: () => number;
  /** Milliseconds that no one sets; they may stand still while the machine sleeps. */
  steady: () => number;
  heard: () => Heard | undefined;
  /** When a person last did something, in any tab; 0 where that is not known. */
  activity: () => number;
  /** Notes for all tabs that a person did something. */
  act: (at: number) => void;
  /** When a tab last asked the server on a person's behalf. */
  told: () => number;
  tell: (at: number) => void;
  /** Asks the server for the time left; `isActive` says that a person is there. Rejects where it cannot be asked. */
  ask: (isActive: boolean) => Promise<void>;
  /** The session is over. */
  end: () => void;
};

/** Decisions section 5: the server's limit lies 60 seconds after IDLE_TIMEOUT, the portal's logout 30 seconds after it. */
const graceSeconds = 60;
const warningSeconds = 30;
/** A person who is active is told of at most once a minute. */
const tellEveryMs = 60_000;
/** Told of later than this, what somebody did would keep a session open that nobody is at. */
const tellWithinMs = 120_000;
/** The server rounds down: a second more, so that it counts what it is told. */
const roundingMs = 1_000;
/** The two clocks went apart by more than timers do: the machine slept, or somebody set its clock. */
const jumpMs = 3_000;
/** An answer as fresh as this need not be asked for again. */
const freshMs = 2_000;

/**
 * Watches over an idle session. The server's remaining time is the authority: before the dialog opens, before the
 * session is ended, and after every jump of the clock it is asked again, as a poll that keeps nothing alive.
 */
export class IdleWatch {
  readonly #ground: IdleGround;
  readonly #changed: () => void;
  #state: IdleState = { phase: 'active' };
  #last: { now: number; steady: number };
  #asking = false;
  /** Times noted before this were read off a clock that has been set since. */
  #trustedFrom = 0;
  /** Where the clock was set back: when, by the clock as it is now, somebody last did something before that. */
  #idleFrom = 0;
  /** A person asked to go on and it brought nothing: the session's hours are up. */
  #isLast = false;

  constructor(ground: IdleGround, changed: () => void) {
    this.#ground = ground;
    this.#changed = changed;
    this.#last = { now: ground.now(), steady: ground.steady() };
  }

  get state(): IdleState {
    return this.#state;
  }

  /** Looks at the clocks; called every second, and when the page is seen again. */
  tick(): void {
    if (this.#asking) return;
    if (this.#hasJumped()) {
      void this.#ask(false).then(() => this.#judge(true));
      return;
    }
    if (this.#shouldTell()) void this.#ask(true).then(() => this.#judge(true));
    else this.#judge(false);
  }

  /** Asks the server, as after a page was away for a while; a page that somebody has just opened is activity. */
  async refresh(isActive: boolean): Promise<void> {
    if (this.#asking) return;
    await this.#ask(isActive);
    this.#judge(true);
  }

  /** 'Continue my session'. */
  async prolong(): Promise<void> {
    this.#ground.act(this.#ground.now());
    const isAnswered = await this.#ask(true);
    this.#isLast = isAnswered && this.#leftOnServer() <= graceSeconds;
    this.#judge(true);
  }

  #hasJumped(): boolean {
    const current = { now: this.#ground.now(), steady: this.#ground.steady() };
    const last = this.#last;
    this.#last = current;
    const passed = current.steady - last.steady;
    const jump = current.now - last.now - passed;
    if (Math.abs(jump) <= jumpMs) return false;
    this.#trustedFrom = current.now;
    const active = this.#ground.activity();
    const from = Math.max(active > last.now + jumpMs ? 0 : active, this.#idleFrom);
    // Only the way back is the clock's alone: forward, the machine may have slept, and idle is who is away from it.
    if (jump < 0) this.#idleFrom = (from === 0 ? last.now : from) + jump;
    return true;
  }

  /** When the server last saw a person, as far as is known. */
  #seenAt(): number {
    const heard = this.#ground.heard();
    if (!heard) return this.#activity();
    return heard.at - Math.max(0, this.#idleMax - heard.left) * 1000;
  }

  /** When a person last did something; a time that lies ahead was noted before the clock was set back. */
  #activity(): number {
    const at = this.#ground.activity();
    return at > this.#ground.now() + jumpMs ? this.#idleFrom : at;
  }

  get #idleMax(): number {
    return this.#ground.idleSeconds + graceSeconds;
  }

  /** Whether a person did something just now that the server has not heard of. */
  #isThere(): boolean {
    const at = this.#activity();
    return at > this.#seenAt() + 1000 && this.#ground.now() - at < tellWithinMs;
  }

  #shouldTell(): boolean {
    const { now, told } = this.#ground;
    const seen = this.#seenAt();
    return (
      this.#isThere() && now() - seen >= tellEveryMs + roundingMs && Math.abs(now() - told()) >= tellEveryMs
    );
  }

  /**
   * Seconds until the server would end the session, the authority; less what it was told too late of the last activity, which
   * is a minute at most, so that the dialog comes on time all the same.
   */
  #left(): number {
    const { now } = this.#ground;
    const at = this.#activity();
    const isKnown = at > 0 && at >= this.#trustedFrom;
    const byActivity = isKnown ? this.#idleMax - (now() - at) / 1000 : Number.POSITIVE_INFINITY;
    const onServer = this.#leftOnServer();
    return Math.max(onServer - (tellEveryMs + roundingMs) / 1000, Math.min(onServer, byActivity));
  }

  #leftOnServer(): number {
    const { heard, now } = this.#ground;
    const known = heard();
    return known === undefined
      ? this.#idleMax - (now() - this.#activity()) / 1000
      : known.left - (now() - known.at) / 1000;
  }

  /** `isSure`: the server has just been asked, whether or not it answered. */
  #judge(isSure: boolean): void {
    const left = this.#left();
    const known = this.#ground.heard();
    const isFresh = isSure || (known !== undefined && this.#ground.now() - known.at < freshMs);
    if (left > graceSeconds) {
      this.#isLast = false;
      this.#set({ phase: 'active' });
      return;
    }
    const isDialogOpen = this.#state.phase === 'warning';
    const isOver = left <= warningSeconds;
    if ((!isDialogOpen || isOver) && !isFresh) {
      // A person who did something since the server last heard of it is no idle one.
      const isActive = !isDialogOpen && this.#isThere();
      void this.#ask(isActive).then(() => this.#judge(true));
      return;
    }
    if (isOver) {
      this.#ground.end();
      return;
    }
    this.#set({ phase: 'warning', seconds: Math.ceil(left - warningSeconds), isLast: this.#isLast });
  }

  /** True where the server answered. */
  async #ask(isActive: boolean): Promise<boolean> {
    this.#asking = true;
    if (isActive) this.#ground.tell(this.#ground.now());
    try {
      await this.#ground.ask(isActive);
      return true;
    } catch {
      // What is known has to do until the server can be asked.
      return false;
    } finally {
      this.#asking = false;
    }
  }

  #set(state: IdleState): void {
    const before = this.#state;
    const isSame =
      state.phase === before.phase &&
      (state.phase === 'active' ||
        (before.phase === 'warning' && state.seconds === before.seconds && state.isLast === before.isLast));
    if (isSame) return;
    this.#state = state;
    this.#changed();
  }
}
