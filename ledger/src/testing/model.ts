import type { AssetId } from '@tonle/money';
import fc from 'fast-check';
import type { Command, PreparedTransfer, Result, Standing } from '../command.ts';
import {
  acknowledged,
  bytesOf,
  customerId,
  issuanceId,
  keyed,
  mainId,
  openingCommands,
  pending,
  posted,
  received,
  refunded,
  settlementId,
  transferOf,
} from './bank.ts';

/**
 * The ledger told a second time, as simply as it can be: one command after the other on plain values. What the real one
 * answers must be what this one answers.
 */
export type Step =
  | { do: 'send'; from: number; to: number; asset: 0 | 1; amount: number; how: Sending }
  | { do: 'again'; of: number }
  | { do: 'message'; of: number; to: number; only: number }
  | { do: 'refund'; of: number }
  | { do: 'freeze'; account: number; frozen: boolean }
  | { do: 'limit'; account: number; amount: number | null }
  | { do: 'late'; from: number; to: number };

type Sending = { key: number | null; body: number; open: boolean; limited: boolean; pending: boolean };

export const customers = 3;
const accountIds = [
  mainId,
  issuanceId,
  settlementId,
  ...Array.from({ length: customers }, (_, n) => customerId(n)),
];
export const accountAt = (n: number): string => accountIds[n % accountIds.length] ?? mainId;
const assets: readonly AssetId[] = ['khr#nbc', 'usd#nbc'];
const standings: readonly Standing[] = [posted, pending, received, acknowledged, refunded];
const standingAt = (n: number): Standing => standings[n % standings.length] ?? posted;
const same = (a: Standing, b: Standing) => a.status === b.status && a.businessStatus === b.businessStatus;

const account = fc.nat(accountIds.length - 1);
const sending = fc.record({
  key: fc.option(fc.nat(3)),
  body: fc.nat(1),
  open: fc.boolean(),
  limited: fc.boolean(),
  pending: fc.boolean(),
});

/** Money comes in more easily than it goes out, so that both answers are frequent. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        from: account,
        to: account,
        asset: fc.constantFrom(0 as const, 1 as const),
        amount: fc.integer({ min: 1, max: 300 }),
        how: sending,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        from: fc.constantFrom(1, 2),
        to: fc.constantFrom(0, 3, 4, 5),
        asset: fc.constant(0 as const),
        amount: fc.integer({ min: 1, max: 500 }),
        how: sending,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), of: fc.nat(9) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('message' as const),
        of: fc.nat(9),
        to: fc.nat(4),
        only: fc.nat(4),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), of: fc.nat(9) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('freeze' as const),
        account: fc.integer({ min: 3, max: 5 }),
        frozen: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('limit' as const),
        account: fc.integer({ min: 3, max: 5 }),
        amount: fc.option(fc.nat(400)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), from: account, to: account }) },
  ),
  { minLength: 1, maxLength: 14 },
);

type ModelTransfer = {
  from: string;
  to: string;
  asset: 0 | 1;
  amountMinor: bigint;
  standing: Standing;
  prepared: PreparedTransfer;
};

/** What a command should answer: a refusal's name, `posted`, or `replayed`. */
export type Answer = string;
export const answerOf = (result: Result): Answer =>
  result.outcome === 'refused' ? result.reason.name : result.replayed ? 'replayed' : 'posted';

export class Model {
  readonly balances = new Map<string, bigint>();
  readonly transfers: ModelTransfer[] = [];
  readonly frozen = new Set<string>();
  readonly limits = new Map<string, bigint>();
  readonly #keys = new Map<number, number>();
  #number = 0;

  static openings = (): Command[] => openingCommands(customers);

  balance(accountId: string, asset: 0 | 1): bigint {
    return this.balances.get(`${accountId} ${asset}`) ?? 0n;
  }

  /** The command for a step and what it should answer; nothing where the step asks for nothing. Doors are not commands. */
  next(step: Exclude<Step, { do: 'freeze' | 'limit' }>): { command: Command; answer: Answer } | undefined {
    switch (step.do) {
      case 'send':
        return this.#send(step);
      case 'late':
        return this.#late(step);
      case 'again':
        return this.#again(step.of);
      case 'message':
        return this.#message(step);
      case 'refund':
        return this.#refund(step.of);
    }
  }

  door(step: Extract<Step, { do: 'freeze' | 'limit' }>): void {
    const accountId = accountAt(step.account);
    if (step.do === 'freeze') {
      if (step.frozen) this.frozen.add(accountId);
      else this.frozen.delete(accountId);
    } else if (step.amount === null) this.limits.delete(accountId);
    else this.limits.set(accountId, BigInt(step.amount));
  }

  #send({ from, to, asset, amount, how }: Extract<Step, { do: 'send' }>) {
    if (from === to) return undefined;
    const debitAccountId = accountAt(from);
    const creditAccountId = accountAt(to);
    const amountMinor = BigInt(amount);
    const standing = how.pending ? pending : posted;
    const assetId = assets[asset] ?? 'khr#nbc';
    const prepared = transferOf(++this.#number, {
      debitAccountId,
      creditAccountId,
      assetId,
      amountMinor,
      standing,
    });
    const command: Command = {
      ...(how.key === null ? {} : { key: keyed(`key ${how.key}`, `body ${how.body}`) }),
      requires: [
        ...(how.open ? [{ kind: 'account-open' as const, accountId: creditAccountId }] : []),
        ...(how.limited
          ? [{ kind: 'day-limit' as const, accountId: debitAccountId, assetId, amountMinor }]
          : []),
      ],
      transfers: [prepared],
    };
    const known = how.key === null ? undefined : this.#keys.get(how.key);
    if (known !== undefined) return { command, answer: known === how.body ? 'replayed' : 'KEY_REUSED' };
    if (how.open && this.frozen.has(creditAccountId)) return { command, answer: 'ACCOUNT_FROZEN' };
    const limit = asset === 0 ? this.limits.get(debitAccountId) : undefined;
    if (how.limited && limit !== undefined && this.#spent(debitAccountId) + amountMinor > limit) {
      return { command, answer: 'DAY_LIMIT_EXCEEDED' };
    }
    const answer = this.#move(debitAccountId, creditAccountId, asset, amountMinor, standing, prepared);
    if (answer === 'posted' && how.key !== null) this.#keys.set(how.key, how.body);
    return { command, answer };
  }

  /** KHR only: limits are set in KHR here. */
  #spent(accountId: string): bigint {
    return this.transfers
      .filter(({ from, asset }) => from === accountId && asset === 0)
      .filter(({ standing }) => standing.status === 'SUCCESS' || standing.status === 'PENDING')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  }

  #move(
    from: string,
    to: string,
    asset: 0 | 1,
    amountMinor: bigint,
    standing: Standing,
    prepared: PreparedTransfer,
  ): Answer {
    const mayBeNegative = from === issuanceId || from === settlementId;
    if (!mayBeNegative && this.balance(from, asset) < amountMinor) return 'INSUFFICIENT_FUNDS';
    this.balances.set(`${from} ${asset}`, this.balance(from, asset) - amountMinor);
    this.balances.set(`${to} ${asset}`, this.balance(to, asset) + amountMinor);
    this.transfers.push({ from, to, asset, amountMinor, standing, prepared });
    return 'posted';
  }

  #late({ from, to }: Extract<Step, { do: 'late' }>) {
    if (from === to) return undefined;
    const prepared = transferOf(++this.#number, {
      debitAccountId: accountAt(from),
      creditAccountId: accountAt(to),
    });
    return { command: { deadline: new Date(1), transfers: [prepared] }, answer: 'DEADLINE_PASSED' };
  }

  #again(of: number) {
    const transfer = this.transfers[of];
    return transfer && { command: { transfers: [transfer.prepared] }, answer: 'DUPLICATE_HASH' };
  }

  #message({ of, to, only }: Extract<Step, { do: 'message' }>) {
    const transfer = this.transfers[of];
    const hash = transfer?.prepared.hash ?? bytesOf('nothing');
    const command: Command = {
      requires: [{ kind: 'transaction-in', hash, standings: [standingAt(only), pending] }],
      events: [{ transactionHash: hash, standing: standingAt(to), messageId: `message ${of} ${to}` }],
    };
    if (!transfer) return { command, answer: 'TRANSACTION_MISSING' };
    const met = same(transfer.standing, standingAt(only)) || same(transfer.standing, pending);
    if (met) transfer.standing = standingAt(to);
    return { command, answer: met ? 'posted' : 'WRONG_STATE' };
  }

  #refund(of: number) {
    const transfer = this.transfers[of];
    if (!transfer || same(transfer.standing, refunded)) return undefined;
    const { from, to, asset, amountMinor, prepared } = transfer;
    const back = transferOf(++this.#number, {
      debitAccountId: to,
      creditAccountId: from,
      assetId: assets[asset] ?? 'khr#nbc',
      amountMinor,
      type: 'RECEIVE',
      pairedHash: prepared.hash,
    });
    const command: Command = {
      requires: [{ kind: 'transaction-in', hash: prepared.hash, standings: [transfer.standing] }],
      transfers: [back],
      events: [{ transactionHash: prepared.hash, standing: refunded, pairedTransfer: 0 }],
    };
    const answer = this.#move(to, from, asset, amountMinor, posted, back);
    if (answer === 'posted') transfer.standing = refunded;
    return { command, answer };
  }
}
