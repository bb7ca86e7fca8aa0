import type {
  AnswerToBank,
  DecisionMessage,
  StatusMessage,
  TransferInquiryAnswer,
  TransferMessage,
} from '@tonle/contract/network';
import { Random } from '@tonle/contract/random';
import type { BankDoor } from './bank-door.ts';
import { otherBanks } from './banks.ts';
import { type Fate, type Faults, fateOf } from './faults.ts';

/** A transfer of the bank, what becomes of it, and what was said of it. */
type Known = { fate: Fate; arrivals: number; statuses: { messageId: string; status: StatusMessage }[] };

/** The newest are remembered; of what went before nobody asks any more. */
const TRANSFERS_MAX = 200_000;

export interface ClearingOptions {
  readonly seed: string;
  /** Of this run: message ids are new in each. */
  readonly run: string;
  readonly faults: Faults;
  readonly door: Pick<BankDoor, 'deliver'>;
}

/** What the network does with what the bank sends: transfers take their way, decisions on deposits are noted. */
export class Clearing {
  readonly #options: ClearingOptions;
  readonly #transfers = new Map<string, Known>();
  readonly #decisions = new Map<string, { messageId: string; decision: string; answer: AnswerToBank }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #messages = 0;
  #serial = 0;

  constructor(options: ClearingOptions) {
    this.#options = options;
  }

  get transferCount(): number {
    return this.#transfers.size;
  }

  /** Undefined where the network loses its answer: the message arrived all the same. */
  take(message: TransferMessage): AnswerToBank | undefined {
    const known = this.#transfers.get(message.transferId) ?? this.#begin(message);
    if (known === undefined) {
      return { outcome: 'REFUSED', error: 'TRANSFER_REJECTED', reason: 'There is no such bank' };
    }
    known.arrivals += 1;
    return known.arrivals <= known.fate.unanswered ? undefined : { outcome: 'ACCEPTED' };
  }

  #begin(message: TransferMessage): Known | undefined {
    if (!otherBanks.some((it) => it.participantCode === message.destinationBank)) return undefined;
    const { seed, faults } = this.#options;
    this.#serial += 1;
    const known: Known = { fate: fateOf(seed, this.#serial, message, faults), arrivals: 0, statuses: [] };
    this.#transfers.set(message.transferId, known);
    if (this.#transfers.size > TRANSFERS_MAX) {
      for (const oldest of this.#transfers.keys()) {
        this.#transfers.delete(oldest);
        break;
      }
    }
    this.#go(message.transferId, known);
    return known;
  }

  /** Each step happens after the one before; it is told then, or when its turn comes. */
  #go(transferId: string, { fate, statuses }: Known): void {
    const happen = (place: number): void => {
      const step = fate.steps[place];
      if (step === undefined) {
        this.#tell(fate, statuses);
        return;
      }
      this.#after(step.afterMs, () => {
        const { businessStatus, reason } = step;
        const at = new Date().toISOString();
        statuses.push({
          messageId: this.#nextId(),
          status: {
            type: 'STATUS',
            transferId,
            businessStatus,
            at,
            ...(reason === undefined ? {} : { reason }),
          },
        });
        if (inOrder(fate.told)) this.#send(fate, statuses.at(-1));
        happen(place + 1);
      });
    };
    happen(0);
  }

  /** What overtakes itself is sent when all of it has happened. */
  #tell(fate: Fate, statuses: Known['statuses']): void {
    if (inOrder(fate.told)) return;
    for (const place of fate.told) this.#send(fate, statuses[place]);
  }

  #send(fate: Fate, it: Known['statuses'][number] | undefined): void {
    if (it === undefined || fate.told.length === 0) return;
    void this.#options.door.deliver(it.messageId, it.status, fate.duplicate ? 2 : 1);
  }

  #nextId(): string {
    this.#messages += 1;
    return `status-${this.#options.run}-${this.#messages}`;
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  /** All that has happened to a transfer so far. */
  inquire(transferId: string): TransferInquiryAnswer {
    const known = this.#transfers.get(transferId);
    const statuses = (known?.statuses ?? []).map(({ messageId, status: { businessStatus, reason, at } }) => ({
      messageId,
      businessStatus,
      reason,
      at,
    }));
    return { known: known !== undefined, statuses };
  }

  /** The first decision on a deposit counts; of what was before this run the network believes the bank. */
  decide(messageId: string, { depositId, decision }: DecisionMessage): AnswerToBank {
    const known = this.#decisions.get(depositId);
    if (known?.messageId === messageId) return known.answer;
    const isSame = known === undefined || known.answer.outcome === 'REFUSED' || known.decision === decision;
    const random = new Random(this.#options.seed, 'decision', this.#decisions.size);
    const isRejected = !isSame || (known === undefined && random.percent(this.#options.faults.reject));
    const answer: AnswerToBank = isRejected
      ? { outcome: 'REFUSED', error: 'DECISION_REJECTED', reason: 'Clearing could not take the decision' }
      : { outcome: 'ACCEPTED' };
    this.#decisions.set(depositId, { messageId, decision, answer });
    return answer;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}

const inOrder = (told: readonly number[]): boolean => told.every((place, index) => place === index);
