import { createHash } from 'node:crypto';
import { imagePixelsMax, imageSideMax } from '@tonle/contract/customer-profile';
import { applicationBytesMax } from '@tonle/contract/key-recovery';
import { type RecoveryStatus, recoveryCan } from '@tonle/contract/key-recovery-states';
import { Refusal } from '@tonle/contract/refusal';
import { type Picture, takePicture } from '../../adapters/images.ts';
import { inTransaction, type Tx } from '../../db/tx.ts';
import type { Actor, Session } from '../../http/call.ts';
import type { Customer } from '../customers/customers.public.ts';
import { applications } from './applications.store.ts';
import {
  type AskingDeps,
  addMakers,
  askForRecovery,
  customerToRecover,
  enterSentCode,
  makersOf,
  moveOrRefuse,
} from './asking.service.ts';
import { appCodeSubject, auditMove, movedBy, wrongState } from './recovery-rules.ts';
import {
  insertRequest,
  newestRequestOf,
  openRequestOf,
  type RecoveryRequest,
  requestOf,
  requestOfHash,
} from './requests.store.ts';

/** A person of the bank. */
export type By = { actor: Actor; session: Session };

export type Asked = { id: string; status: RecoveryStatus };
const askedOf = ({ id, status }: RecoveryRequest): Asked => ({ id: String(id), status });

/** Sends the customer a code; `prepare` again while it is waited for sends another one (decisions section 8). */
export const prepareRecovery = async (
  deps: AskingDeps,
  it: By & { accountId: string; name: string },
): Promise<Asked> => askedOf(await askForRecovery(deps, { ...it, enteredBy: 'staff' }));

/** The code that was sent, as the customer tells it. */
export const verifyRecovery = async (
  deps: AskingDeps,
  it: By & { accountId: string; code: string },
): Promise<Asked> => askedOf(await enterSentCode(deps, it));

export type Completion = By & {
  accountId: string;
  name: string;
  application: string;
  documentId: string | undefined;
};

/** Takes the application and answers the code for the app: shown once, kept as an HMAC. */
export async function completeRecovery(
  { db, codes }: AskingDeps,
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
  { actor, name, documentId, accountId }: Completion,
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
        makers: makersOf(actor),
        ...more,
      },
      movedBy(actor),
    );
  }
  await addMakers(tx, open.id, actor);
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
  { db }: AskingDeps,
  { id, reason, actor }: By & { id: bigint; reason: string },
): Promise<Asked> =>
  inTransaction(db, async (tx) =>
    endRequest(tx, 'cancel', await requestOf(tx, id, locked), { actor, reason }),
  );

export const revokeRecovery = (
  { db }: AskingDeps,
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
