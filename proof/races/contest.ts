/** Two acts on one subject at once, and what the table of its states says of either order. */
export interface Act<Subject> {
  readonly name: string;
  /** The calls of the contract that it makes; none where the bank's own server acts. */
  readonly calls?: readonly string[];
  readonly from: readonly string[];
  /** The state that it leads to, from wherever or from each. */
  readonly to: string | Readonly<Record<string, string>>;
  run(subject: Subject): Promise<Outcome>;
}

/** Done, or refused. */
export interface Outcome {
  readonly isDone: boolean;
  /** The states that a refusal may speak of. Left out where there is nobody to be told, or no more than that it is too late. */
  readonly told?: readonly string[];
}

export interface Contest<Subject = unknown> {
  readonly name: string;
  readonly from: string;
  readonly acts: readonly [Act<Subject>, Act<Subject>];
  /** How many rounds run beside each other; one where there is one subject only. */
  readonly lanes?: number;
  /** Something that stands at `from`, in a lane of its own: what runs beside it never touches it. */
  prepare(lane: number): Promise<Subject>;
  stateOf(subject: Subject): Promise<string>;
}

/** How many rounds of a contest run beside each other. */
export const LANES = 4;

interface End {
  readonly done: readonly [boolean, boolean];
  readonly state: string;
  /** How it stood when one of the two was refused. */
  readonly refusedAt?: string;
}

const orders = [
  [0, 1],
  [1, 0],
] as const;

/** What happens if one act comes after the other. */
function inTurn<S>(from: string, acts: readonly Act<S>[], order: readonly [0 | 1, 0 | 1]): End {
  const done: [boolean, boolean] = [false, false];
  let state = from;
  let refusedAt: string | undefined;
  for (const index of order) {
    const act = acts[index] as Act<S>;
    done[index] = act.from.includes(state);
    if (done[index]) state = (typeof act.to === 'string' ? act.to : act.to[state]) ?? state;
    else refusedAt = state;
  }
  return { done, state, refusedAt };
}

const sameEnd = (a: End, b: End): boolean =>
  a.state === b.state && a.done[0] === b.done[0] && a.done[1] === b.done[1];

/** Whether whatever comes first shuts the other out, in either order. */
export const isExclusive = <S>({ from, acts }: Contest<S>): boolean =>
  orders.every((order) => inTurn(from, acts, order).done.filter(Boolean).length === 1);

/**
 * Runs a contest so many times; answers what went wrong, and how often the first of the two acts came first. One of them
 * lets some `pause`s pass before it begins, each time another number, so that also an act that takes long to come to its
 * point meets the other there.
 */
export async function hold<S>(
  contest: Contest<S>,
  rounds: number,
  pause: () => Promise<unknown>,
): Promise<{ faults: string[]; firsts: number }> {
  const ends = orders.map((order) => inTurn(contest.from, contest.acts, order));
  const faults: string[] = [];
  let firsts = 0;
  let left = rounds;
  const run = async (lane: number) => {
    while (left > 0) {
      left -= 1;
      // Every number of pauses from none to twelve, for one act or the other: 7 and 25 have no divisor in common.
      const lag = ((left * 7) % 25) - 12;
      const subject = await contest.prepare(lane);
      const outcomes = await Promise.all(
        contest.acts.map(async (act, index) => {
          const pauses = index === 0 ? lag : -lag;
          for (let passed = 0; passed < pauses; passed += 1) await pause();
          return act.run(subject);
        }),
      );
      const [one, two] = outcomes as [Outcome, Outcome];
      const end: End = { done: [one.isDone, two.isDone], state: await contest.stateOf(subject) };
      const like = ends.filter((it) => sameEnd(it, end));
      if (like.includes(ends[0] as End)) firsts += 1;
      const fault = faultIn(contest, [one, two], end, like);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: contest.lanes ?? LANES }, (_, lane) => run(lane)));
  return { faults, firsts };
}

function faultIn<S>(
  { acts }: Contest<S>,
  outcomes: readonly [Outcome, Outcome],
  end: End,
  like: readonly End[],
): string | undefined {
  const said = acts.map(
    (act, index) => `${act.name}: ${outcomes[index]?.isDone ? 'done' : outcomes[index]?.told?.join(' or ')}`,
  );
  if (like.length === 0) return `it is ${end.state} after ${said.join('; ')}`;
  const loser = outcomes.find((it) => !it.isDone);
  if (loser?.told === undefined) return undefined;
  const { told } = loser;
  const states = like.map((it) => it.refusedAt ?? end.state);
  return states.some((it) => told.includes(it))
    ? undefined
    : `nobody was told of ${states.join(' or ')}: ${said.join('; ')}`;
}

/** The pairs of moves that lead from one state to different ones. */
export function pairsOf<Move extends string, State extends string>(
  moves: Readonly<Record<Move, { from: readonly State[]; to: State }>>,
  acted: readonly Move[],
): { from: State; pair: readonly [Move, Move] }[] {
  const states = new Set(acted.flatMap((it) => moves[it].from));
  return [...states].flatMap((from) => {
    const here = acted.filter((it) => moves[it].from.includes(from));
    return here.flatMap((one, index) =>
      here.slice(index + 1).map((two) => ({ from, pair: [one, two] as const })),
    );
  });
}

/** Why a move of the bank's own server has no contest. */
export const onlyWayOn = 'by the bank’s own server, and the only way on from where the request stands';
