import { type Db, inTransaction, type Tx } from '../../db/tx.ts';
import type { Log } from '../../http/call.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { type Repeating, repeat } from '../../jobs/repeat.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { changeProfile, customerRow, isContactInUse } from '../customers/customers.public.ts';
import { changedText } from './contact-change-messages.ts';
import { record, tellContact } from './contact-changes.service.ts';
import { type ContactChangeRow, moveChange, nextAuthorized } from './contact-changes.store.ts';

const EVERY_MS = 5_000;

/** By whom the book of requests says that the change was carried out. */
const bankItself = systemActor('Tonle');

/**
 * Carries out what is authorized: by this server at once, by any other within seconds where this one dies. A change of a
 * blocked account waits until it is unblocked (decision 072).
 */
export class ContactChanger {
  readonly #db: Db;
  readonly #outbox: Outbox;
  readonly #log: Pick<Log, 'warn'>;
  #repeating: Repeating | undefined;

  constructor({ db, outbox, log }: { db: Db; outbox: Outbox; log: Pick<Log, 'warn'> }) {
    this.#db = db;
    this.#outbox = outbox;
    this.#log = log;
  }

  start(): void {
    this.#repeating ??= repeat(
      EVERY_MS,
      () => this.#applyAll(),
      (error) => this.#log.warn({ err: error }, 'a change of contact could not be carried out'),
    );
  }

  wake(): void {
    this.#repeating?.wake();
  }

  async close(): Promise<void> {
    await this.#repeating?.close();
  }

  async #applyAll(): Promise<void> {
    let isDone = false;
    while (await inTransaction(this.#db, (tx) => this.#applyNext(tx))) isDone = true;
    if (isDone) this.#outbox.wake();
  }

  /** False where nothing was to be done. */
  async #applyNext(tx: Tx): Promise<boolean> {
    const request = await nextAuthorized(tx);
    if (request === undefined) return false;
    const { account_id: accountId, account_type: accountType, new_contact: contact } = request;
    await customerRow(tx, accountId, { lock: true });
    if (await isContactInUse(tx, contact, accountType)) {
      await this.#giveUp(tx, request);
      return true;
    }
    const row = await moveChange(tx, request.id, 'apply');
    if (row === undefined) throw new Error(`request ${request.id} is held and was changed all the same`);
    await changeProfile(
      tx,
      accountId,
      { primaryContact: contact },
      { changedBy: row.creator_name, remarks: `Contact change request ${row.id}` },
    );
    const about = { bank: (await ownBank(tx)).name, accountId };
    await tellContact(tx, this.#outbox, row, 'CONTACT_CHANGED', changedText(about, contact));
    await record(tx, row, { event: 'CLOSED', actor: bankItself });
    return true;
  }

  async #giveUp(tx: Tx, { id }: ContactChangeRow): Promise<void> {
    const reason = 'There is an account with this primary contact already';
    const row = await moveChange(tx, id, 'giveUp', { reason });
    if (row === undefined) throw new Error(`request ${id} is held and was changed all the same`);
    await record(tx, row, {
      event: 'REJECTED',
      actor: bankItself,
      reason,
    });
  }
}
