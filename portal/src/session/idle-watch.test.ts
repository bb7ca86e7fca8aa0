import { beforeEach, describe, expect, test } from 'vitest';
import { type Heard, IdleWatch } from './idle-watch.ts';

/** A world with one server, one person, one machine whose clock can be set, and one tab. */
class World {
  wall = 1_800_000_000_000;
  steady = 5_000;
  activity = this.wall;
  told = 0;
  heard: Heard | undefined;
  /** When the server last saw a person, in true seconds. */
  seen = 0;
  seconds = 0;
  hoursLeft = 12 * 3600;
  reachable = true;
  asked: boolean[] = [];
  ended = false;
  readonly idleSeconds: number;
  readonly watch: IdleWatch;

  constructor(idleSeconds = 900) {
    this.idleSeconds = idleSeconds;
    this.heard = { left: idleSeconds + 60, at: this.wall };
    this.watch = new IdleWatch(this.ground(), () => undefined);
  }

  private ground() {
    return {
      idleSeconds: this.idleSeconds,
      now: () => this.wall,
      steady: () => this.steady,
      heard: () => this.heard,
      activity: () => this.activity,
      act: (at: number) => {
        this.activity = at;
      },
      told: () => this.told,
      tell: (at: number) => {
        this.told = at;
      },
      ask: async (isActive: boolean) => this.answer(isActive),
      end: () => {
        this.ended = true;
      },
    };
  }

  answer(isActive: boolean): void {
    this.asked.push(isActive);
    if (!this.reachable) throw new Error('unreachable');
    const touchSeconds = Math.min(60, Math.floor(this.idleSeconds / 4));
    if (isActive && this.seconds - this.seen >= touchSeconds) this.seen = this.seconds;
    const left = Math.floor(
      Math.min(this.idleSeconds + 60 - (this.seconds - this.seen), this.hoursLeft - this.seconds),
    );
    this.heard = { left, at: this.wall };
  }

  async pass(seconds: number, step = 1): Promise<void> {
    for (let passed = 0; passed < seconds; passed += step) {
      this.seconds += step;
      this.wall += step * 1000;
      this.steady += step * 1000;
      this.watch.tick();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
  }
  act(): void {
    this.activity = this.wall;
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});
const phase = () => world.watch.state.phase;

describe('an idle session', () => {
  test('is asked about at IDLE_TIMEOUT, counts 30 seconds, and ends', async () => {
    await world.pass(899);
    expect(phase()).toBe('active');
    await world.pass(2);
    expect(world.watch.state).toMatchObject({ phase: 'warning' });
    const first = world.watch.state.phase === 'warning' ? world.watch.state.seconds : 0;
    expect(first).toBeGreaterThanOrEqual(28);
    expect(first).toBeLessThanOrEqual(30);
    await world.pass(10);
    expect(world.watch.state).toMatchObject({ seconds: first - 10 });
    expect(world.ended).toBe(false);
    await world.pass(20);
    expect(world.ended).toBe(true);
    expect(world.asked).not.toContain(true);
  });

  test('is prolonged by the button', async () => {
    await world.pass(905);
    expect(phase()).toBe('warning');
    await world.watch.prolong();
    expect(phase()).toBe('active');
    await world.pass(890);
    expect(phase()).toBe('active');
    expect(world.ended).toBe(false);
  });

  test('is none while somebody is there: told once a minute at most', async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      await world.pass(59);
      world.act();
      await world.pass(1);
    }
    expect(phase()).toBe('active');
    expect(world.asked.filter((it) => it).length).toBeLessThanOrEqual(60);
    expect(world.asked.filter((it) => it).length).toBeGreaterThanOrEqual(28);
  });

  test('counts from the last activity, not from the last answer', async () => {
    await world.pass(30);
    world.act();
    await world.pass(895);
    expect(phase()).toBe('active');
    await world.pass(6);
    // The server was told of it half a minute late; the dialog is not.
    expect(phase()).toBe('warning');
    await world.pass(31);
    expect(world.ended).toBe(true);
  });

  test.each([30, 60])(
    'of %i seconds goes on by the button, and says nothing of its hours',
    async (seconds) => {
      world = new World(seconds);
      await world.pass(2);
      world.act();
      await world.pass(seconds - 1);
      expect(phase()).toBe('active');
      await world.pass(3);
      expect(world.watch.state).toMatchObject({ phase: 'warning', isLast: false });
      await world.watch.prolong();
      expect(phase()).toBe('active');
      await world.pass(seconds - 2);
      expect(phase()).toBe('active');
      await world.pass(4);
      expect(phase()).toBe('warning');
      await world.pass(31);
      expect(world.ended).toBe(true);
    },
  );

  test('that cannot be prolonged, since nothing answers, is not told that its hours are up', async () => {
    await world.pass(905);
    world.reachable = false;
    await world.watch.prolong();
    expect(world.watch.state).toMatchObject({ phase: 'warning', isLast: false });
  });

  test('cannot be prolonged beyond its hours, and says so', async () => {
    world.hoursLeft = 600;
    world.heard = { left: 600, at: world.wall };
    await world.pass(545);
    expect(phase()).toBe('warning');
    await world.watch.prolong();
    expect(world.watch.state).toMatchObject({ phase: 'warning', isLast: true });
    await world.pass(30);
    expect(world.ended).toBe(true);
  });
});

describe('clocks', () => {
  test('set forward by an hour end nothing: the server is asked', async () => {
    await world.pass(10);
    world.wall += 3_600_000;
    await world.pass(2);
    expect([phase(), world.ended]).toEqual(['active', false]);
    expect(world.asked).toEqual([false]);
  });

  test('set back by an hour keep no session open', async () => {
    await world.pass(10);
    world.wall -= 3_600_000;
    await world.pass(2);
    await world.pass(900);
    expect(phase()).toBe('warning');
  });

  test.each([
    ['does not answer', false],
    ['tells no time left', true],
  ])(
    'set back before the server has told the time left, and it %s: idle is counted on',
    async (_, answers) => {
      world.heard = undefined;
      world.reachable = answers;
      if (answers) world.answer = () => undefined;
      await world.pass(300);
      world.wall -= 3_600_000;
      await world.pass(2);
      expect([phase(), world.ended]).toEqual(['active', false]);
      world.wall -= 3_600_000;
      await world.pass(590);
      expect([phase(), world.ended]).toEqual(['active', false]);
      await world.pass(10);
      expect([phase(), world.ended]).toEqual(['warning', false]);
      await world.pass(32);
      expect(world.ended).toBe(true);
    },
  );

  test('that stood still while the machine slept: the server knows how long', async () => {
    await world.pass(10);
    world.seconds += 910;
    world.wall += 910_000;
    await world.pass(2);
    expect(phase()).toBe('warning');
    world.seconds += 3_600;
    world.wall += 3_600_000;
    await world.pass(2);
    expect(world.ended).toBe(true);
  });

  test('have to do where the server cannot be asked', async () => {
    world.reachable = false;
    await world.pass(902);
    expect(phase()).toBe('warning');
    await world.pass(32);
    expect(world.ended).toBe(true);
  });
});

test('what somebody did before a sleep keeps nothing open, even where both clocks ran on', async () => {
  await world.pass(10);
  world.act();
  await world.pass(1);
  await world.pass(910, 910);
  expect(phase()).toBe('warning');
  expect(world.asked).toEqual([false]);
});

test('another tab’s answer closes the dialog here', async () => {
  await world.pass(905);
  expect(phase()).toBe('warning');
  world.seen = world.seconds;
  world.heard = { left: 960, at: world.wall };
  world.act();
  world.watch.tick();
  expect(phase()).toBe('active');
});

test('a server that tells no time left: the last activity counts', async () => {
  world.heard = undefined;
  world.answer = (isActive) => void world.asked.push(isActive);
  await world.pass(300);
  world.act();
  await world.pass(895);
  expect(phase()).toBe('active');
  await world.pass(10);
  expect(phase()).toBe('warning');
  await world.pass(30);
  expect(world.ended).toBe(true);
});
