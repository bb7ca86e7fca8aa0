import { createHash } from 'node:crypto';
import { imagePixelsMax, imageSideMax } from '@tonle/contract/customer-profile';
import { applicationBytesMax } from '@tonle/contract/key-recovery';
import { type RecoveryStatus, recoveryCan } from '@tonle/contract/key-recovery-states';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { type Picture, takePicture } from '../../adapters/images.ts';
import { type Db, inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import type { Codes } from '../../jobs/codes.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { type Customer, customerRow } from '../customers/customers.public.ts';
import { applications } from './applications.store.ts';
import { noteDelivered } from './delivery.service.ts';
import { recoveryCode } from './recovery-codes.ts';
import { appCodeSubject, auditMove, auditOf, codeSubject, movedBy, wrongState } from './recovery-rules.ts';
import {
  addMaker,
  insertRequest,
  moveRequest,
  newestRequestOf,
  openRequestOf,
  type RecoveryRequest,
  requestOf,
  requestOfHash,
} from './requests.store.ts';

export interface AdminDeps {
  readonly db: Db;
  readonly codes: Codes;
}

/** A person of the bank. */
export type By = { actor: Actor; session: Session };

export type Asked = { id: string; status: RecoveryStatus };
const askedOf = ({ id, status }: RecoveryRequest): Asked => ({ id: String(id), status });

/** The holder of an account that can get a new key: frozen is fine, since a lost phone is a reason to block. */
async function customerToRecover(tx: Tx, accountId: string): Promise<Customer> {
  const customer = await customerRow(tx, accountId, { lock: true });
  const state = customer && (await readAccount(rawTx(tx), accountId));
  if (customer === undefined || state === undefined) {
    throw new Refusal('ACCOUNT_NOT_FOUND', { account: accountId });
  }
  if (state.status === 'DELETED') throw new Refusal('ACCOUNT_DELETED', { account: accountId });
  if (state.status === 'DEACTIVATED') throw new Refusal('ACCOUNT_DEACTIVATED', { account: accountId });
  return customer;
}

/** Sends the customer a code; `prepare` again while it is waited for sends another one (decisions section 8). */
export async function prepareRecovery(
  { db, codes }: AdminDeps,
  { accountId, name, actor, session }: By & { accountId: string; name: string },
): Promise<Asked> {
  const request = await inTransaction(db, async (tx) => {
    const customer = await customerToRecover(tx, accountId);
    const to = recoveryCode(customer, (await ownBank(tx)).name);
    const open = await openRequestOf(tx, accountId, { lock: true });
    if (open !== undefined) {
      if (!recoveryCan.resend(open)) throw wrongState(open.status);
      await codes.resend(tx, codeSubject(open.id), to);
      await addMaker(tx, open.id, session.userId);
      await auditOf(tx, actor, 'KEY_RECOVERY_CODE_RESENT', open);
      return open;
    }
    const created = await insertRequest(
      tx,
      {
        account_id: accountId,
        account_type: customer.account_type,
        name,
        status: 'PREPARED',
        makers: [session.userId],
      },
      movedBy(actor),
    );
    await codes.send(tx, codeSubject(created.id), to);
    await auditMove(tx, actor, { request: created, from: null });
    return created;
  });
  codes.wake();
  return askedOf(request);
}

/** The code that was sent, as the customer tells it. */
export async function verifyRecovery(
  { db, codes }: AdminDeps,
  { accountId, code, actor, session }: By & { accountId: string; code: string },
): Promise<Asked> {
  const open = await inTransaction(db, (tx) => openOrNewest(tx, accountId), { readOnly: true });
  const moved = await codes.check(codeSubject(open.id), code, {
    before: async (tx) => {
      const request = await requestOf(tx, open.id, { lock: true });
      if (request === undefined) throw new Refusal('NOT_FOUND');
      const current = (await noteDelivered(tx, request.id)) ?? request;
      if (!recoveryCan.verify(current)) throw wrongState(current.status);
    },
    right: async (tx) => {
      await addMaker(tx, open.id, session.userId);
      const request = await moveOrRefuse(tx, 'verify', open.id, actor);
      await auditMove(tx, actor, { request, from: 'CREATED' });
      return request;
    },
    wrong: (tx, { triesLeft }) => countWrong(tx, open, actor, triesLeft),
  });
  return askedOf(moved);
}

/** Writes down a wrong code; the fifth ends the request. */
export async function countWrong(
  tx: Tx,
  request: RecoveryRequest,
  actor: Actor,
  triesLeft: number,
): Promise<void> {
  if (triesLeft > 0) {
    await auditOf(tx, actor, 'KEY_RECOVERY_CODE_WRONG', request, { new: { triesLeft } });
    return;
  }
  const before = (await requestOf(tx, request.id))?.status ?? request.status;
  const reason = 'The fifth wrong code';
  const failed = await moveRequest(tx, 'exhaust', request.id, movedBy(actor), { reason });
  if (failed === undefined) throw wrongState(before);
  await auditMove(tx, actor, { request: failed, from: before });
}

async function openOrNewest(tx: Tx, accountId: string): Promise<RecoveryRequest> {
  const request = (await openRequestOf(tx, accountId)) ?? (await newestRequestOf(tx, accountId));
  if (request === undefined) throw new Refusal('NOT_FOUND');
  return request;
}

export type Completion = By & {
  accountId: string;
  name: string;
  application: string;
  documentId: string | undefined;
};

/** Takes the application and answers the code for the app: shown once, kept as an HMAC. */
export async function completeRecovery(
  { db, codes }: AdminDeps,
  it: Completion,
): Promise<Asked & { code: string }> {
  const bytes = pngOf(it.application);
  // Before the picture is decoded, which costs: whoever may not complete anything is told so.
  await inTransaction(db, (tx) => judgeCompletion(tx, it));
  const picture = await pictureOf(bytes);
  return inTransaction(db, async (tx) => {
    const { customer, open } = await judgeCompletion(tx, it);
    const sourceHash = createHash('sha256').update(bytes).digest();
    const applicationId = await applications.put(tx, { accountId: it.accountId, sourceHash }, picture);
    const request = await openOne(tx, it, { customer, open, applicationId });
    const code = await codes.issue(tx, appCodeSubject(request.id));
    await auditMove(tx, it.actor, { request, from: open?.status ?? null });
    return { ...askedOf(request), code };
  });
}

async function judgeCompletion(
  tx: Tx,
  { accountId, documentId }: Completion,
): Promise<{ customer: Customer; open: RecoveryRequest | undefined }> {
  const customer = await customerToRecover(tx, accountId);
  const isPerson = customer.account_type === 'MOBILE';
  if (isPerson && documentId === undefined) {
    throw new Refusal('INVALID_REQUEST', {}, [{ path: 'documentId', key: 'document-id.required' }]);
  }
  const open = await openRequestOf(tx, accountId, { lock: true });
  if (open === undefined ? !isPerson : !recoveryCan.complete(open)) {
    // Whoever lost a race is told what became of the request, though it is over.
    const { status } = open ?? (await newestRequestOf(tx, accountId)) ?? { status: 'NONE' };
    throw wrongState(status);
  }
  return { customer, open };
}

type Opening = { customer: Customer; open: RecoveryRequest | undefined; applicationId: string };

async function openOne(
  tx: Tx,
  { actor, session, name, documentId, accountId }: Completion,
  { customer, open, applicationId }: Opening,
): Promise<RecoveryRequest> {
  const more = {
    name,
    document_id: customer.account_type === 'MOBILE' ? (documentId ?? null) : null,
    application_id: applicationId,
  };
  if (open === undefined) {
    return insertRequest(
      tx,
      {
        account_id: accountId,
        account_type: customer.account_type,
        status: 'OPENED',
        makers: [session.userId],
        ...more,
      },
      movedBy(actor),
    );
  }
  await addMaker(tx, open.id, session.userId);
  return moveOrRefuse(tx, 'complete', open.id, actor, more);
}

const refuseApplication = (key: string): never => {
  throw new Refusal('INVALID_REQUEST', {}, [{ path: 'application', key }]);
};

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The file itself: PNG by its own bytes, at most 1 MiB. */
function pngOf(application: string): Buffer {
  const bytes = Buffer.from(application, 'base64');
  if (bytes.length > applicationBytesMax) refuseApplication('recovery.file-too-big');
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) refuseApplication('image.not-an-image');
  return bytes;
}

async function pictureOf(bytes: Buffer): Promise<Picture> {
  try {
    return await takePicture(bytes, {
      bytesMax: applicationBytesMax,
      pixelsMax: imagePixelsMax,
      sideMax: imageSideMax,
    });
  } catch (error) {
    const fault = error instanceof Refusal ? error.fields[0] : undefined;
    if (fault === undefined) throw error;
    return refuseApplication(fault.key);
  }
}

export const cancelRecovery = (
  { db }: AdminDeps,
  { id, reason, actor }: By & { id: bigint; reason: string },
): Promise<Asked> =>
  inTransaction(db, async (tx) =>
    endRequest(tx, 'cancel', await requestOf(tx, id, locked), { actor, reason }),
  );

export const revokeRecovery = (
  { db }: AdminDeps,
  { trxHash, reason, actor }: By & { trxHash: string; reason: string },
  tellNetwork: (tx: Tx, trxHash: string) => Promise<void>,
): Promise<Asked> =>
  inTransaction(db, async (tx) => {
    const request = await requestOfHash(tx, trxHash, locked);
    const revoked = await endRequest(tx, 'revoke', request, { actor, reason });
    await tellNetwork(tx, trxHash);
    return revoked;
  });

const locked = { lock: true } as const;

async function endRequest(
  tx: Tx,
  move: 'cancel' | 'revoke',
  request: RecoveryRequest | undefined,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<Asked> {
  if (request === undefined) throw new Refusal('NOT_FOUND');
  const moved = await moveOrRefuse(tx, move, request.id, actor, { reason });
  await auditMove(tx, actor, { request: moved, from: request.status });
  return askedOf(moved);
}

/** The move, or the refusal that says how the request stands now. */
export async function moveOrRefuse(
  tx: Tx,
  move: Parameters<typeof moveRequest>[1],
  id: bigint,
  actor: Actor,
  set: Parameters<typeof moveRequest>[4] = {},
): Promise<RecoveryRequest> {
  const moved = await moveRequest(tx, move, id, movedBy(actor), set);
  if (moved !== undefined) return moved;
  const current = await requestOf(tx, id);
  throw current === undefined ? new Refusal('NOT_FOUND') : wrongState(current.status);
}
