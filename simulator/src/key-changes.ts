import type {
  AnswerToBank,
  KeyChangeMessage,
  KeyChangeRevokedMessage,
  KeyChangeStatusMessage,
} from '@tonle/contract/network';
import { Random } from '@tonle/contract/random';
import type { BankDoor } from './bank-door.ts';
import type { Faults } from './faults.ts';

type Known = { verdict?: { messageId: string; message: KeyChangeStatusMessage }; isRevoked: boolean };

export interface KeyChangesOptions {
  readonly seed: string;
  /** Of this run: message ids are new in each. */
  readonly run: string;
  readonly faults: Faults;
  readonly door: Pick<BankDoor, 'deliver'>;
}

/** Accounts with such a name are refused a new key, so that people and tests can see that ending. */
const refusedName = /^refused/;

/** The network's register of customers' keys: to each change that the bank announces it says yes or no, a while later. */
export class KeyChanges {
  readonly #options: KeyChangesOptions;
  readonly #changes = new Map<string, Known>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: KeyChangesOptions) {
    this.#options = options;
  }

  /** Taken at once; who announces it again is told again what was said. */
  take(message: KeyChangeMessage): AnswerToBank {
    const known = this.#changes.get(message.transactionHash);
    if (known === undefined) this.#begin(message);
    else if (known.verdict !== undefined) this.#tell(known.verdict);
    return { outcome: 'ACCEPTED' };
  }

  /** What has not been decided on is forgotten. */
  revoke({ transactionHash }: KeyChangeRevokedMessage): AnswerToBank {
    const known = this.#changes.get(transactionHash) ?? { isRevoked: true };
    if (known.verdict?.message.verdict === 'APPROVED') {
      return { outcome: 'REFUSED', error: 'KEY_CHANGE_DECIDED', reason: 'The key was changed already' };
    }
    known.isRevoked = true;
    this.#changes.set(transactionHash, known);
    return { outcome: 'ACCEPTED' };
  }

  #begin({ transactionHash, accountId }: KeyChangeMessage): void {
    const { seed, run, faults } = this.#options;
    const random = new Random(seed, 'key change', this.#changes.size);
    const known: Known = { isRevoked: false };
    this.#changes.set(transactionHash, known);
    const isRefused = refusedName.test(accountId) || random.percent(faults.fail);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        if (known.isRevoked) return;
        known.verdict = {
          messageId: `key-status-${run}-${transactionHash.slice(0, 24)}`,
          message: {
            type: 'KEY_CHANGE_STATUS',
            transactionHash,
            at: new Date().toISOString(),
            ...(isRefused
              ? { verdict: 'REJECTED', reason: 'The register of keys does not take this key' }
              : { verdict: 'APPROVED' }),
          },
        };
        this.#tell(known.verdict);
      },
      random.between(faults.delayMinMs, faults.delayMaxMs),
    );
    this.#timers.add(timer);
  }

  #tell({ messageId, message }: NonNullable<Known['verdict']>): void {
    void this.#options.door.deliver(messageId, message);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
