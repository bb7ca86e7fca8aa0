import { setTimeout as sleep } from 'node:timers/promises';
import type { DepositMessage, MessageToBank } from '@tonle/contract/network';
import { Random } from '@tonle/contract/random';
import { exportPath, reportPath } from '../../server/src/areas/reports/test-reports.ts';
import { mainAccountId, otherBankOfTests } from '../../server/src/test-bank.ts';
import type { TestNetwork } from '../../server/src/test-network.ts';
import type { Entry, Journal } from './journal.ts';
import { type Answer, send } from './line.ts';

export const abroad = 'sokha@mekg';
const decisions = '/tps/api/transfer-management/incoming-transactions';
const AGAIN_MS = 300;
const RESOLVING_MAX = 12;

export interface ClientsOptions {
  readonly seed: string;
  readonly journal: Journal;
  readonly network: TestNetwork;
  /** The proxy's, which cuts. */
  readonly port: number;
  readonly managerToken: string;
  readonly appHeaders: Readonly<Record<string, string>>;
}

/** Everybody who uses the bank while it is being hurt. They go on until they are told to stop, and then know of all they did. */
export class Clients {
  readonly #it: ClientsOptions;
  readonly #told: { messageId: string; message: MessageToBank }[] = [];
  readonly #heard = new Set<string>();
  /** Transfers of which nobody knows yet; meanwhile others are sent. */
  readonly #resolving = new Set<Promise<void>>();
  #isStopped = false;
  #made = 0;

  constructor(options: ClientsOptions) {
    this.#it = options;
    options.network.onMessage = ({ message, times }) => {
      if (message.type === 'TRANSFER' && !this.#heard.has(message.transferId)) this.#tell(message.transferId);
      // The network's first answer gets lost now and then.
      const isLost = new Random(options.seed, 'answer', JSON.stringify(message), times).percent(15);
      return isLost ? undefined : { outcome: 'ACCEPTED' };
    };
    options.network.onInquiry = (transferId) => ({ known: this.#heard.has(transferId), statuses: [] });
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** All of them; ends when the last one knows what became of the last thing it did. */
  async run(of: { senders: number; payers: number; depositors: number; exporters: number }): Promise<void> {
    const many = (count: number, one: () => Promise<void>) =>
      Array.from({ length: count }, () => this.#untilStopped(one));
    await Promise.all([
      ...many(of.senders, () => this.#transfer()),
      ...many(of.payers, () => this.#pay()),
      ...many(of.depositors, () => this.#deposit()),
      ...many(of.exporters, () => this.#export()),
      ...many(2, () => this.#tellNext()),
    ]);
    await Promise.all(this.#resolving);
    while (this.#told.length > 0) await this.#tellNext();
  }

  async #untilStopped(one: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) await one();
  }

  #next(kind: string): { random: Random; name: string } {
    this.#made += 1;
    return { random: new Random(this.#it.seed, kind, this.#made), name: `crash-${kind}-${this.#made}` };
  }

  async #ask(what: string, request: Parameters<typeof send>[1]): Promise<Answer | undefined> {
    const answer = await send(this.#it.port, request);
    this.#it.journal.count(what, answer);
    return answer;
  }

  get #manager(): Record<string, string> {
    return { authorization: `Bearer ${this.#it.managerToken}` };
  }

  /** From the main account: never sent twice; what is not known is asked for by its key. */
  async #transfer(): Promise<void> {
    const { journal } = this.#it;
    const { random, name } = this.#next('transfer');
    const amountMinor = BigInt(random.between(1, 900));
    const entry: Entry = { key: name, amountMinor, outcome: 'open' };
    journal.transfers.set(name, entry);
    const answer = await this.#ask('transfer', {
      method: 'POST',
      path: '/tps/api/pg-wallet-transfer',
      headers: { ...this.#manager, 'idempotency-key': name },
      body: {
        destAccountId: random.percent(60) ? abroad : 'axb@chkt',
        assetId: 'usd#nbc',
        amount: decimal(amountMinor),
      },
    });
    if (answer?.status === 200) return journal.posted(entry, hashIn(answer.json));
    if (answer !== undefined && answer.status < 500) {
      entry.outcome = 'refused';
      return this.#afterRefusal(answer);
    }
    const resolving: Promise<void> = this.#resolve(entry).finally(() => this.#resolving.delete(resolving));
    this.#resolving.add(resolving);
    // Nobody sends on and on into a bank that does not answer.
    while (this.#resolving.size >= RESOLVING_MAX) await sleep(AGAIN_MS);
  }

  async #resolve(entry: Entry): Promise<void> {
    const { journal } = this.#it;
    const since = journal.servedMs;
    journal.unknown += 1;
    while (entry.outcome === 'open') {
      await sleep(AGAIN_MS);
      const answer = await this.#ask('by key', {
        method: 'GET',
        path: `/tps/api/pg-wallet-transfer/by-key/${entry.key}`,
        headers: this.#manager,
      });
      const said = answer?.json as { outcome?: string; transfer?: unknown } | undefined;
      if (said?.outcome === 'POSTED') journal.posted(entry, hashIn(said.transfer));
      if (said?.outcome === 'ABSENT') entry.outcome = 'absent';
    }
    journal.resolved(entry, since);
  }

  /** An app sends the same request under the same key until it is answered. */
  async #pay(): Promise<void> {
    const { journal, appHeaders } = this.#it;
    const { random, name } = this.#next('payment');
    const amountMinor = BigInt(random.between(1, 300));
    const entry: Entry = { key: name, amountMinor, outcome: 'open' };
    journal.payments.set(name, entry);
    const destAccountId = random.percent(50) ? abroad : random.percent(50) ? 'shop@chkt' : mainAccountId;
    let since: number | undefined;
    while (entry.outcome === 'open') {
      const answer = await this.#ask('payment', {
        method: 'POST',
        path: '/channel/v1/accounts/a_b@chkt/payments',
        headers: { ...appHeaders, 'idempotency-key': name },
        body: { destAccountId, assetId: 'usd#nbc', amount: decimal(amountMinor) },
      });
      if (answer?.status === 200) journal.posted(entry, hashIn(answer.json));
      else if (answer !== undefined && answer.status < 500) entry.outcome = 'refused';
      else {
        if (since === undefined) journal.unknown += 1;
        since ??= journal.servedMs;
        await sleep(AGAIN_MS);
      }
    }
    journal.resolved(entry, since);
    // Asked for once more, it is the same payment.
    if (entry.outcome === 'posted' && random.percent(10)) {
      const again = await this.#ask('payment', {
        method: 'POST',
        path: '/channel/v1/accounts/a_b@chkt/payments',
        headers: { ...appHeaders, 'idempotency-key': name },
        body: { destAccountId, assetId: 'usd#nbc', amount: decimal(amountMinor) },
      });
      if (again?.status === 200) journal.posted(entry, hashIn(again.json));
    }
  }

  async #deposit(): Promise<void> {
    const { journal } = this.#it;
    const { random, name } = this.#next('deposit');
    const depositId = name.replaceAll('-', '').toUpperCase();
    const amountMinor = BigInt(random.between(100, 90_000));
    const to = random.percent(50) ? mainAccountId : random.percent(80) ? 'a_b@chkt' : 'frozen@chkt';
    const message: DepositMessage = {
      type: 'DEPOSIT',
      depositId,
      sourceBank: otherBankOfTests.participantCode,
      sourceAccountId: abroad,
      sourceWalletType: 'MOBILE',
      destinationAccountId: to,
      assetId: 'usd#nbc',
      amount: decimal(amountMinor),
    };
    journal.deposits.set(name, { depositId, amountMinor, to });
    const copies = random.percent(20) ? 2 : 1;
    await Promise.all(Array.from({ length: copies }, () => this.#deliver(name, message)));
    const isWaiting =
      to === mainAccountId && journal.deposits.get(name)?.answer?.includes('ACCEPTED') === true;
    if (isWaiting && random.percent(50)) await this.#decide(depositId);
  }

  /** As the network does: the same message until there is an answer, signed. */
  async #deliver(messageId: string, message: MessageToBank): Promise<void> {
    const { journal, network, port } = this.#it;
    for (;;) {
      const sent = await network.send(`http://127.0.0.1:${port}`, messageId, message).catch(() => undefined);
      journal.count('message', sent && { status: sent.status, json: sent.body });
      // A clock that is off refuses what is in time; the sender comes again.
      const isFinal = sent !== undefined && sent.status < 500 && sent.status !== 401;
      if (isFinal && sent.status !== 200) {
        journal.fault(`${messageId}: ${sent.status} ${JSON.stringify(sent.body)}`);
        return;
      }
      if (isFinal && sent.isSigned) {
        const answer = JSON.stringify(sent.body);
        const kept = journal.deposits.get(messageId);
        if (kept?.answer !== undefined && kept.answer !== answer) {
          journal.fault(`${messageId} was answered as ${kept.answer} and as ${answer}`);
        }
        if (kept !== undefined) kept.answer = answer;
        return;
      }
      await sleep(AGAIN_MS);
    }
  }

  /** Two people decide at once: one of them wins, whatever happens to their answers. */
  async #decide(depositId: string): Promise<void> {
    const both = ['acknowledge', 'refund'] as const;
    await Promise.all(
      both.map(async (what) => {
        const answer = await this.#ask(what, {
          method: 'POST',
          path: `${decisions}/${what}`,
          headers: this.#manager,
          body: { fstTrxId: depositId },
        });
        if (answer?.status !== 200) return;
        const { decided } = this.#it.journal;
        decided.set(depositId, [...(decided.get(depositId) ?? []), what]);
      }),
    );
  }

  async #export(): Promise<void> {
    const { journal } = this.#it;
    const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    const answer = await this.#ask('export', {
      method: 'GET',
      path: `${exportPath}/outgoing?fromDate=${day}&toDate=${day}`,
      headers: this.#manager,
    });
    const id = (answer?.json as { id?: string } | undefined)?.id;
    if (answer?.status === 200 && id !== undefined) journal.reports.add(id);
    await sleep(500);
  }

  async reportStanding(id: string): Promise<string | undefined> {
    const answer = await this.#ask('report', {
      method: 'GET',
      path: `${reportPath}/status/${id}`,
      headers: this.#manager,
    });
    return (answer?.json as { status?: string } | undefined)?.status;
  }

  /** A clock that is far off ends no session for good, but makes everybody wait. */
  async #afterRefusal({ status }: Answer): Promise<void> {
    if (status === 401) await sleep(AGAIN_MS);
  }

  /** The way of a transfer at the other bank; its end follows from its id. */
  #tell(transferId: string): void {
    this.#heard.add(transferId);
    const isGood = new Random(this.#it.seed, 'end', transferId).percent(70);
    const way = [
      'RECEIVED_AT_ACH',
      'RECEIVE_AT_RECEIVER_BANK',
      isGood ? 'ACKNOWLEDGED_BY_FI' : 'FAILED_AT_FI',
    ] as const;
    for (const [step, businessStatus] of way.entries()) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, step)).toISOString();
      const message: MessageToBank = { type: 'STATUS', transferId, businessStatus, at };
      this.#told.push({ messageId: `status-${transferId}-${step}`, message });
    }
  }

  async #tellNext(): Promise<void> {
    const next = this.#told.shift();
    if (next === undefined) await sleep(50);
    else await this.#deliver(next.messageId, next.message);
  }
}

const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** Of an answer of either kind. */
function hashIn(json: unknown): string {
  const it = json as { transactionHash?: string; data?: { transactionHash?: string } };
  return it.data?.transactionHash ?? it.transactionHash ?? '';
}
