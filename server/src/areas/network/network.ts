import { randomUUID } from 'node:crypto';
import {
  type AccountInquiry,
  AccountInquiryAnswer,
  type InquiredAccount,
  networkPaths,
} from '@tonle/contract/network';
import { Refusal } from '@tonle/contract/refusal';
import type { Ledger } from '@tonle/ledger';
import { NetworkClient, NetworkSilent } from '../../adapters/network-client.ts';
import { NetworkSignatures } from '../../adapters/network-signatures.ts';
import type { Config } from '../../config.ts';
import { type Db, inTransaction } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import type { HearingDeps } from './answers.ts';
import { Directory } from './directory.ts';
import { Dispatcher, type DispatcherTiming, timingDefault } from './dispatcher.ts';
import { figures, type OutboxFigures } from './outbox.store.ts';

export interface NetworkOptions {
  readonly config: Pick<
    Config,
    'networkUrl' | 'networkKeys' | 'networkTimeoutSeconds' | 'networkSilenceSeconds'
  >;
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly timing?: Partial<DispatcherTiming>;
}

/** Since the start of this process. */
type Counts = { failures: number; refusedSignatures: number };

export type NetworkHealth = {
  status: 'reachable' | 'unreachable' | 'unknown' | 'not-configured';
  answeredAt: string | null;
  failedAt: string | null;
  failure: string | null;
} & Counts &
  OutboxFigures;

/** The gateway to the national network: who is there, what goes out, what comes in. */
export class Network {
  readonly signatures: NetworkSignatures;
  readonly directory: Directory;
  readonly hearing: HearingDeps;
  readonly silenceSeconds: number;
  readonly #client: NetworkClient;
  readonly #dispatcher: Dispatcher;
  readonly #options: NetworkOptions;
  readonly #lookUpMs: number;
  #refusedSignatures = 0;

  constructor(options: NetworkOptions) {
    const { config, db, ledger, clock, log } = options;
    this.#options = options;
    this.silenceSeconds = config.networkSilenceSeconds;
    this.#lookUpMs = config.networkTimeoutSeconds * 1_000;
    this.signatures = new NetworkSignatures({
      keys: config.networkKeys,
      ownCode: ownCodeOf(db),
      clock,
      onFault: (fault, keyId) => {
        this.#refusedSignatures += 1;
        log.warn(
          { fault, keyId: keyId?.slice(0, 64) },
          'a message that claims to be the network’s was refused',
        );
      },
    });
    const url = config.networkKeys === undefined ? undefined : config.networkUrl;
    this.#client = new NetworkClient({ url, signatures: this.signatures, clock });
    this.directory = new Directory({
      db,
      ledger,
      clock,
      log,
      client: this.#client,
      timeoutMs: this.#lookUpMs,
    });
    this.hearing = {
      db,
      ledger,
      clock,
      log,
      directory: this.directory,
      silenceSeconds: this.silenceSeconds,
    };
    this.#dispatcher = new Dispatcher({
      ...this.hearing,
      client: this.#client,
      timing: { ...timingDefault, ...options.timing },
    });
  }

  /** Without a network no other bank can be paid or asked. */
  get isConfigured(): boolean {
    return this.#client.isConfigured;
  }

  start(): void {
    if (this.isConfigured) this.#dispatcher.start();
  }

  /** There is something in the outbox. */
  wake(): void {
    this.#dispatcher.wake();
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  /** Whose account this is, if anybody's; a refusal in words where the network is silent. */
  async inquire(inquiry: AccountInquiry): Promise<InquiredAccount | undefined> {
    if (!this.isConfigured) return undefined;
    try {
      const { account } = await this.#client.ask({
        path: networkPaths.accountInquiry,
        messageId: `account-${randomUUID()}`,
        body: JSON.stringify(inquiry),
        answer: AccountInquiryAnswer,
        timeoutMs: this.#lookUpMs,
      });
      return account ?? undefined;
    } catch (error) {
      if (!(error instanceof NetworkSilent)) throw error;
      this.#options.log.warn({ err: error }, 'the network did not say whose account it is');
      throw new Refusal('NETWORK_SILENT');
    }
  }

  figures(): Promise<OutboxFigures> {
    return inTransaction(this.#options.db, figures, { readOnly: true });
  }

  /** Known also while the database is away. */
  get counts(): Counts {
    return { failures: this.#client.reachability.failures, refusedSignatures: this.#refusedSignatures };
  }

  async health(): Promise<NetworkHealth> {
    const { answeredAt, failedAt, failure, streak } = this.#client.reachability;
    const isKnown = answeredAt !== undefined || failedAt !== undefined;
    return {
      status: !this.isConfigured
        ? 'not-configured'
        : !isKnown
          ? 'unknown'
          : this.#client.isAway
            ? 'unreachable'
            : 'reachable',
      answeredAt: answeredAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      failure: streak > 0 ? (failure ?? null) : null,
      ...this.counts,
      ...(await this.figures()),
    };
  }
}

/** Read when it is first needed: an installation may have no bank yet when it starts. */
function ownCodeOf(db: Db): () => Promise<string> {
  let code: string | undefined;
  return async () => {
    code ??= (await inTransaction(db, ownBank, { readOnly: true })).participantCode;
    return code;
  };
}
