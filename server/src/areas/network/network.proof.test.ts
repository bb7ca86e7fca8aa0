import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DepositMessage, MessageToBank, TransferInquiryAnswer } from '@tonle/contract/network';
import {
  isSettled,
  type NetworkStatus,
  networkStatuses,
  outgoingSteps,
  standingAfter,
} from '@tonle/contract/network-states';
import { verifyLedger } from '@tonle/ledger';
import { expect, it } from 'vitest';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from '../../test-bank.ts';
import type { BankProcess } from '../../test-bank-process.ts';
import { isLong } from '../../test-form.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';

/** Messages both ways: deposits, transfers, and three status messages to each transfer. */
const form = isLong()
  ? { deposits: 4_000, transfers: 1_500, kills: 12, senders: 48 }
  : { deposits: 200, transfers: 100, kills: 2, senders: 16 };
const seed = 20_261_127;
const recipient = 'sokha@mekg';
const port = 18_741;

/** What happens follows from the seed and a name alone, so that a repetition meets the same fate. */
function chance(name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
const pick = <T>(name: string, from: readonly T[]): T => from[Math.floor(chance(name) * from.length)] as T;

const finals = networkStatuses.filter((one) => isSettled(standingAfter(one)));

class Storm {
  readonly #network: TestNetwork;
  readonly #bank: TestBank;
  readonly #url = `http://127.0.0.1:${port}`;
  readonly #queue: { messageId: string; message: MessageToBank }[] = [];
  /** How each transfer must end, by its id. */
  readonly ends = new Map<string, NetworkStatus>();
  readonly #said = new Map<string, TransferInquiryAnswer['statuses']>();
  readonly answers = new Map<string, string>();
  child: ChildProcess | undefined;
  sent = 0;
  kills = 0;
  #isOver = false;

  constructor(network: TestNetwork, bank: TestBank) {
    this.#network = network;
    this.#bank = bank;
    network.onMessage = ({ messageId, message, times }) => {
      this.sent += 1;
      if (message.type !== 'TRANSFER') return { outcome: 'ACCEPTED' };
      const isRefused = chance(`refuse ${messageId}`) < 0.05;
      if (!this.ends.has(message.transferId)) {
        this.ends.set(message.transferId, isRefused ? 'FAILED_AT_ACH' : pick(`end ${messageId}`, finals));
        if (!isRefused) this.#tell(message.transferId);
      }
      // The answer is lost, or comes as an error, as often as not the first times.
      const luck = chance(`answer ${messageId} ${times}`);
      if (luck < 0.15) return undefined;
      if (luck < 0.25) return { status: 500, body: { error: 'BROKEN', reason: 'storm' } };
      return isRefused
        ? { outcome: 'REFUSED', error: 'TRANSFER_REJECTED', reason: 'storm' }
        : { outcome: 'ACCEPTED' };
    };
    network.onInquiry = (transferId) => ({
      known: this.ends.has(transferId),
      statuses: this.#said.get(transferId) ?? [],
    });
  }

  /** The story of a transfer: shuffled, doubled, and a tenth of it never sent, only told when asked. */
  #tell(transferId: string): void {
    const end = this.ends.get(transferId) ?? 'ACKNOWLEDGED_BY_FI';
    const story = [...outgoingSteps[end].after, end].map((businessStatus, step) => ({
      messageId: `status-${transferId}-${step}`,
      businessStatus,
      at: new Date(Date.UTC(2026, 0, 1, 0, step)).toISOString(),
    }));
    this.#said.set(transferId, story);
    const doubled = [...story, ...story.filter(({ messageId }) => chance(`twice ${messageId}`) < 0.3)];
    // A refund is sent until it is heard: nobody asks after a transfer that was acknowledged.
    const sent = doubled.filter(
      ({ messageId, businessStatus }) =>
        businessStatus === 'REFUNDED_BY_RECEIVER' || chance(`lost ${messageId}`) >= 0.1,
    );
    const shuffled = sent
      .map((one, index) => ({ one, order: chance(`order ${one.messageId} ${index}`) }))
      .sort((a, b) => a.order - b.order);
    for (const { one } of shuffled) {
      const { messageId, ...rest } = one;
      this.#queue.push({ messageId, message: { type: 'STATUS', transferId, ...rest } });
    }
  }

  async start(): Promise<void> {
    const { database, config } = this.#bank;
    const given: BankProcess = {
      databaseUrl: database.url,
      port,
      environment: {
        ...this.#network.environment,
        NETWORK_SILENCE: isLong() ? '5' : '1',
        SESSION_SECRET: config.sessionSecret,
        KEY_WRAP_SECRET: config.keyWrapSecret,
        DATA_DIR: config.dataDir,
        LOG_LEVEL: 'fatal',
      },
    };
    const child = fork(join(import.meta.dirname, '../../test-bank-process.ts'), [JSON.stringify(given)], {
      execArgv: [],
    });
    this.child = child;
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (said !== 'ready') throw new Error(`the server did not start: ${String(said)}`);
  }

  async #killNow(): Promise<void> {
    const dying = this.child;
    if (dying === undefined) return;
    const gone = once(dying, 'exit');
    dying.kill('SIGKILL');
    await gone;
    this.kills += 1;
    await this.start();
  }

  async run(): Promise<void> {
    await this.start();
    const deposits = Array.from({ length: form.deposits }, (_, index) => this.#deposit(index));
    const transfers = Array.from({ length: form.transfers }, (_, index) => index);
    const token = (await this.#bank.as('manager')).token ?? '';
    const work = [
      ...Array.from({ length: form.senders }, () => this.#sendAll(deposits)),
      ...Array.from({ length: form.senders }, () => this.#payAll(transfers, token)),
      ...Array.from({ length: form.senders }, () => this.#tellAll()),
    ];
    const paying = Promise.all(work.slice(0, form.senders * 2));
    const killing = this.#killing(paying);
    await paying;
    await killing;
    await this.#untilSettled();
    this.#isOver = true;
    await Promise.all(work);
  }

  async #killing(paying: Promise<unknown>): Promise<void> {
    let isPaying = true;
    void paying.then(
      () => {
        isPaying = false;
      },
      () => {
        isPaying = false;
      },
    );
    while (this.kills < form.kills) {
      await sleep(300 + chance(`kill ${this.kills}`) * 1_500);
      await this.#killNow();
      if (!isPaying && this.kills >= 2) return;
    }
  }

  #deposit(index: number): { messageId: string; message: DepositMessage } {
    return {
      messageId: `deposit-${index}`,
      message: {
        type: 'DEPOSIT',
        depositId: `STORM${String(index).padStart(8, '0')}`,
        sourceBank: otherBankOfTests.participantCode,
        sourceAccountId: recipient,
        sourceWalletType: 'MOBILE',
        destinationAccountId: pick(`to ${index}`, [mainAccountId, mainAccountId, 'a_b@chkt', 'frozen@chkt']),
        assetId: 'usd#nbc',
        amount: `${1 + Math.floor(chance(`amount ${index}`) * 90)}.25`,
      },
    };
  }

  /** Sends until there is an answer, as the network does; some of it twice at once, and some answers thrown away. */
  async #sendAll(queue: { messageId: string; message: MessageToBank }[]): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { messageId, message } = next;
      const times = chance(`times ${messageId}`) < 0.2 ? 3 : 1;
      const all = Array.from({ length: times }, () => this.#until(() => this.#send(messageId, message)));
      for (const answer of await Promise.all(all)) this.#keep(messageId, answer);
    }
  }

  async #tellAll(): Promise<void> {
    while (!this.#isOver) {
      await this.#sendAll(this.#queue);
      await sleep(50);
    }
  }

  #keep(messageId: string, answer: string): void {
    const before = this.answers.get(messageId);
    if (before !== undefined) expect(answer).toBe(before);
    this.answers.set(messageId, answer);
  }

  async #send(messageId: string, message: MessageToBank): Promise<string | undefined> {
    const { status, body, isSigned } = await this.#network.send(this.#url, messageId, message);
    this.sent += 1;
    if (status >= 500) return undefined;
    expect([messageId, status, isSigned]).toEqual([messageId, 200, true]);
    return JSON.stringify(body);
  }

  async #payAll(transfers: number[], token: string): Promise<void> {
    for (let next = transfers.shift(); next !== undefined; next = transfers.shift()) {
      const key = `storm-transfer-${next}`;
      const body = JSON.stringify({
        destAccountId: recipient,
        assetId: 'usd#nbc',
        amount: `${1 + Math.floor(chance(key) * 20)}.50`,
      });
      const answer = await this.#until(async () => {
        const response = await fetch(`${this.#url}/tps/api/pg-wallet-transfer`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': key,
          },
          body,
        });
        const text = await response.text();
        if (response.status >= 500) return undefined;
        expect([key, response.status, text.slice(0, 200)]).toEqual([key, 200, expect.anything()]);
        return text;
      });
      this.#keep(key, answer);
    }
  }

  async #until(attempt: () => Promise<string | undefined>): Promise<string> {
    for (;;) {
      try {
        const answer = await attempt();
        if (answer !== undefined) return answer;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      await sleep(50);
    }
  }

  async #untilSettled(): Promise<void> {
    const { pool } = this.#bank.database.owner;
    for (;;) {
      const { rows } = await pool.query<{ open: bigint }>(
        `SELECT (SELECT count(*) FROM network_outbox WHERE state = 'WAITING')
           + (SELECT count(*) FROM network_transfer WHERE NOT settled) AS open`,
      );
      if (rows[0]?.open === 0n && this.#queue.length === 0) return;
      await sleep(100);
    }
  }
}

it(
  `${isLong() ? '10,000' : 'a few hundred'} messages with duplicates, reordering, losses and a killed server end in one final state each`,
  async () => {
    await using network = await startTestNetwork();
    network.accounts = [
      {
        accountId: recipient,
        name: 'Sokha Lim',
        accountType: 'MOBILE',
        participantCode: otherBankOfTests.participantCode,
        frozen: false,
        accountStatus: 'ACTIVATED',
      },
    ];
    await using bank = await startTestBank();
    const before = await bank.balanceMinor(mainAccountId, 'usd#nbc');
    const storm = new Storm(network, bank);
    const started = performance.now();
    try {
      await storm.run();
    } finally {
      storm.child?.removeAllListeners();
      storm.child?.kill('SIGKILL');
    }
    const seconds = (performance.now() - started) / 1_000;

    const { pool } = bank.database.owner;
    const transfers = await pool.query<{
      id: string;
      status: string;
      business: string;
      amount: bigint;
      back: bigint;
    }>(
      `SELECT t.fi_transaction_id AS id, s.status, s.business_status AS business, t.amount_minor AS amount,
         (SELECT count(*) FROM transfer r WHERE r.paired_seq = t.seq) AS back
       FROM transfer t JOIN transaction_list l ON l.seq = t.seq JOIN transaction_state s ON s.state = l.state
       WHERE t.debit_account_id = $1 AND t.destination_account_id = $2`,
      [mainAccountId, recipient],
    );
    expect(transfers.rows.length).toBe(form.transfers);
    let expected = before;
    for (const { id, status, business, amount, back } of transfers.rows) {
      const end = storm.ends.get(id);
      expect(end, id).toBeDefined();
      if (end === undefined) continue;
      expect([id, status, business]).toEqual([id, outgoingSteps[end].status, end]);
      expect([id, back]).toEqual([id, outgoingSteps[end].returnsMoney ? 1n : 0n]);
      if (!outgoingSteps[end].returnsMoney) expected -= amount;
    }

    const deposits = await pool.query<{ id: string; n: bigint; amount: bigint; to: string }>(
      `SELECT fast_transaction_id AS id, count(*) AS n, min(amount_minor) AS amount, min(destination_account_id) AS to
       FROM transfer WHERE fast_transaction_id LIKE 'STORM%' GROUP BY 1`,
    );
    const accepted = [...storm.answers].filter(
      ([id, answer]) => id.startsWith('deposit-') && answer.includes('ACCEPTED'),
    );
    expect(deposits.rows.length).toBe(accepted.length);
    for (const { id, n, amount, to } of deposits.rows) {
      expect([id, n, to === 'frozen@chkt']).toEqual([id, 1n, false]);
      if (to === mainAccountId) expected += amount;
    }
    expect([...storm.answers.keys()].filter((id) => id.startsWith('deposit-')).length).toBe(form.deposits);
    expect(await bank.balanceMinor(mainAccountId, 'usd#nbc')).toBe(expected);

    const { rows } = await pool.query<{ sum: bigint }>(
      'SELECT sum(balance_minor)::bigint AS sum FROM balance',
    );
    expect(rows[0]?.sum).toBe(0n);
    const client = await pool.connect();
    const verified = await verifyLedger(client);
    client.release();
    expect(verified).toMatchObject({ ok: true });
    console.log(
      `Network: ${storm.sent} messages (${form.deposits} deposits, ${form.transfers} transfers) through ${storm.kills} killed servers in ${seconds.toFixed(1)} s; each in one final state, the sum zero, the chain verified.`,
    );
  },
  isLong() ? 1_800_000 : 120_000,
);
