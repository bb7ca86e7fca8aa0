import { randomUUID } from 'node:crypto';
import { networkPaths, ParticipantsAnswer } from '@tonle/contract/network';
import { type Ledger, settlementAccountId } from '@tonle/ledger';
import { type NetworkClient, NetworkSilent } from '../../adapters/network-client.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { audit, auditAttachment } from '../audit-log/audit-log.public.ts';
import { addJoinedBanks, type Bank, bankOfCode, bankOfDomain } from '../bank-info/bank-info.public.ts';
import { networkActor } from './answers.ts';
import { accountExists } from './messages.store.ts';

export interface DirectoryDeps {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly client: NetworkClient;
  readonly clock: () => Date;
  readonly log: Log;
  readonly timeoutMs: number;
}

/** A name nobody knows is asked for once in this time, however many ask. */
const REFRESH_PAUSE_MS = 30_000;

/** The banks of the network: those in the database, and when a name is not among them, those the network knows by now. */
export class Directory {
  readonly #deps: DirectoryDeps;
  #refreshed = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
  }

  bankOfDomain(domain: string): Promise<Bank | undefined> {
    return this.#find(() => inTransaction(this.#deps.db, (tx) => bankOfDomain(tx, domain)));
  }

  bankOfCode(code: string): Promise<Bank | undefined> {
    return this.#find(() => inTransaction(this.#deps.db, (tx) => bankOfCode(tx, code)));
  }

  async #find(look: () => Promise<Bank | undefined>): Promise<Bank | undefined> {
    const known = await look();
    if (known !== undefined || !this.#deps.client.isConfigured) return known;
    if (this.#deps.clock().getTime() - this.#refreshed < REFRESH_PAUSE_MS) return undefined;
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return look();
  }

  async #refresh(): Promise<void> {
    const { client, db, log, clock, timeoutMs } = this.#deps;
    this.#refreshed = clock().getTime();
    try {
      const { participants } = await client.ask({
        path: networkPaths.participants,
        messageId: `participants-${randomUUID()}`,
        body: '{}',
        answer: ParticipantsAnswer,
        timeoutMs,
      });
      await inTransaction(db, async (tx) => {
        const joined = await addJoinedBanks(tx, participants);
        if (joined.length === 0) return;
        const description = `Banks joined the network: ${joined.join(', ')}`;
        await audit(tx, {
          actor: networkActor,
          activity: 'BANK_JOINED',
          description,
          new: { participantCodes: joined },
        });
      });
    } catch (error) {
      // Whoever asked goes on with the banks that are known.
      if (!(error instanceof NetworkSilent)) throw error;
      log.warn({ err: error }, 'the participant directory could not be read');
    }
  }

  /** The account in this book that stands for what the bank owes and is owed; opened when it is first needed. */
  async settlementAccountOf(bank: Pick<Bank, 'participantCode'>): Promise<string> {
    const accountId = settlementAccountId(bank.participantCode);
    if (await inTransaction(this.#deps.db, (tx) => accountExists(tx, accountId))) return accountId;
    const result = await this.#deps.ledger.submit({
      openings: [{ accountId, kind: 'SETTLEMENT', bankCode: bank.participantCode }],
      attach: [
        auditAttachment({
          actor: networkActor,
          activity: 'BANK_JOINED',
          description: `Opened the settlement account of ${bank.participantCode}`,
          subject: accountId,
        }),
      ],
    });
    // Another server may have been first.
    if (result.outcome === 'refused' && result.reason.name !== 'ACCOUNT_EXISTS') {
      throw new Error(`the settlement account ${accountId} could not be opened: ${result.reason.name}`);
    }
    return accountId;
  }
}
