import {
  type Keyholder,
  keyholdersMax,
  keyholdersMin,
  secretTriesMax,
  secretTriesMinutes,
} from '@tonle/contract/keyholders';
import { permissionsOf } from '@tonle/contract/pages';
import { authorities } from '@tonle/contract/permissions';
import { Refusal } from '@tonle/contract/refusal';
import { readAccount } from '@tonle/ledger';
import { KeyStore, Wrapper } from '../../adapters/key-store.ts';
import { inTransaction, rawTx, type Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/call.ts';
import { audit } from '../audit-log/audit-log.public.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { Turns } from '../sign-in/sign-in.public.ts';
import type { BankKey } from './bank-key.ts';
import {
  beginCeremony,
  type CeremonyDeps,
  completeCeremony,
  keepShare,
  newShare,
  SharesUnreadable,
} from './ceremony.ts';
import {
  type Ceremony,
  type CeremonyShare,
  countTry,
  eligiblePeople,
  eraseShares,
  latestCeremony,
  lockCeremonies,
  type Person,
  peopleOf,
} from './keyholders.store.ts';
import { shareOf, verifies } from './shares.ts';

export interface KeyholderDeps extends CeremonyDeps {
  readonly bankKey: BankKey;
  /** One submission, check or creation at a time: a rush of them would fill the memory that hashing takes. */
  readonly turns: Turns;
}

/** The person who calls. */
interface Caller {
  readonly userId: bigint;
  readonly actor: Actor;
}

export function openKeyholders(options: {
  db: CeremonyDeps['db'];
  ledger: CeremonyDeps['ledger'];
  bankKey: BankKey;
  config: { dataDir: string; keyWrapSecret: string };
}): KeyholderDeps {
  const { db, ledger, bankKey, config } = options;
  const wrapper = new Wrapper(config.keyWrapSecret);
  const store = new KeyStore(config.dataDir, wrapper);
  return { db, ledger, bankKey, wrapper, store, turns: new Turns() };
}

const oneAtATime = <Result>({ turns }: KeyholderDeps, work: () => Promise<Result>): Promise<Result> =>
  turns.take('ceremony', work);

const readCeremony = ({ db }: KeyholderDeps): Promise<Ceremony | undefined> =>
  inTransaction(db, latestCeremony, { readOnly: true });

/** Nothing is tied to a role's name: who may register is a keyholder, by whatever gives the permission. */
const right = {
  permission: 'keyholders.register',
  authorities: authorities.filter((it) => permissionsOf([it]).includes('keyholders.register')),
} as const;

type Listed = Person & Pick<Keyholder, 'status' | 'submittedAt'>;

/** The keyholders in their order: the ceremony's, or, before the first submission, who would be. */
async function listed(deps: KeyholderDeps): Promise<Listed[]> {
  const isInstalled = (await deps.bankKey.status()) === 'INSTALLED';
  return inTransaction(
    deps.db,
    async (tx) => {
      const ceremony = await latestCeremony(tx);
      if (ceremony === undefined) {
        const people = await eligiblePeople(tx, right);
        return people.map((it) => ({ ...it, status: false, submittedAt: null }));
      }
      const people = await peopleOf(
        tx,
        ceremony.shares.map((it) => it.userId),
      );
      return ceremony.shares.flatMap(({ userId, wrappedShare, submittedAt }) => {
        const person = people.get(userId);
        const status = isInstalled || wrappedShare !== null;
        const at = status ? (submittedAt?.toISOString() ?? null) : null;
        return person === undefined ? [] : [{ ...person, status, submittedAt: at }];
      });
    },
    { readOnly: true },
  );
}

export async function listKeyholders(deps: KeyholderDeps): Promise<Keyholder[]> {
  const people = await listed(deps);
  return people.map(({ username, fullName, status, submittedAt }) => ({
    username,
    fullName,
    status,
    submittedAt,
  }));
}

/** By user name, else by user id. */
export async function secretStatusOf(
  deps: KeyholderDeps,
  id: string,
): Promise<{ username: string; status: boolean }> {
  const people = await listed(deps);
  const found = people.find((it) => it.username === id) ?? people.find((it) => String(it.userId) === id);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return { username: found.username, status: found.status };
}

/** A secret, for the first time or for a re-install. It becomes a share here and is never kept. */
export function submit(deps: KeyholderDeps, caller: Caller, secret: string): Promise<Keyholder[]> {
  return oneAtATime(deps, async () => {
    const status = await deps.bankKey.status();
    if (status === 'INSTALLED') throw new Refusal('WRONG_STATE', { state: status });
    if (status === 'NO_WRITE_PERMISSION') throw new Refusal('KEY_STORE_NOT_WRITABLE');
    // A second round only where somebody else's submission, on another server, began the ceremony meanwhile.
    while (!(await submitOnce(deps, caller, secret)));
    return listKeyholders(deps);
  });
}

async function submitOnce(deps: KeyholderDeps, caller: Caller, secret: string): Promise<boolean> {
  const { db, wrapper } = deps;
  const { userId, actor } = caller;
  const before = await readCeremony(deps);
  const place = before === undefined ? undefined : placeOf(before, userId);
  if (place !== undefined && place.wrappedShare !== null) throw new Refusal('SECRET_SUBMITTED');
  if (place !== undefined && place.verifier !== null) await countOneTry(deps, userId);
  const mine = newShare(userId, place?.salt);
  const share = await shareOf(secret, mine.salt);
  try {
    if (place?.verifier && !verifies(share, place.verifier)) return await refuseWrong(deps, caller);
    return await inTransaction(db, async (tx) => {
      await lockCeremonies(tx);
      const isNew = (await latestCeremony(tx)) === undefined;
      if (isNew !== (before === undefined)) return false;
      if (isNew) await begin(tx, mine, actor);
      const ceremony = await latestCeremony(tx);
      if (ceremony === undefined) throw new Error('the ceremony that was begun is not there');
      if (!(await keepShare(tx, wrapper, ceremony, { userId, share, actor }))) {
        throw new Refusal('SECRET_SUBMITTED');
      }
      return true;
    });
  } finally {
    share.fill(0);
  }
}

/** Freezes the set of keyholders: those who may register at this moment. */
async function begin(tx: Tx, mine: ReturnType<typeof newShare>, actor: Actor): Promise<void> {
  const people = await eligiblePeople(tx, right);
  if (!people.some((it) => it.userId === mine.userId)) throw new Refusal('KEYHOLDER_NOT_LISTED');
  if (people.length < keyholdersMin || people.length > keyholdersMax) {
    throw new Refusal('KEYHOLDERS_COUNT', {
      min: keyholdersMin,
      max: keyholdersMax,
      count: people.length,
    });
  }
  const { mainAccountId } = await ownBank(tx);
  const shares = people.map(({ userId }) => (userId === mine.userId ? mine : newShare(userId)));
  await beginCeremony(tx, { accountId: mainAccountId, shares, actor });
}

async function refuseWrong({ db }: KeyholderDeps, { actor }: Caller): Promise<never> {
  await inTransaction(db, (tx) =>
    audit(tx, {
      actor,
      activity: 'KEY_SECRET_REFUSED',
      description: 'Another secret key than the one known was submitted',
    }),
  );
  throw new Refusal('SECRET_WRONG', {}, [{ path: 'secret', key: 'secret.wrong' }]);
}

/** Counted before hashing, in a transaction of its own, so that tries made at once all see each other's count. */
async function countOneTry({ db }: KeyholderDeps, userId: bigint): Promise<void> {
  const { tries, secondsLeft } = await inTransaction(db, (tx) => countTry(tx, userId, secretTriesMinutes));
  if (tries > secretTriesMax) throw new Refusal('TOO_MANY_REQUESTS', { seconds: secondsLeft });
}

/** Whether this is the secret that the caller submitted, as asked before a backup is written. */
export async function check(deps: KeyholderDeps, caller: Caller, secret: string): Promise<boolean> {
  const place = await submittedPlace(deps, caller.userId);
  await countOneTry(deps, caller.userId);
  const share = await oneAtATime(deps, () => shareOf(secret, place.salt));
  const isRight = verifies(share, place.verifier);
  share.fill(0);
  await inTransaction(deps.db, (tx) =>
    audit(tx, {
      actor: caller.actor,
      activity: 'KEY_SECRET_CHECKED',
      description: isRight ? 'Own secret key checked: right' : 'Own secret key checked: wrong',
    }),
  );
  return isRight;
}

/** What the caller's backup file is encrypted with. */
export async function backupKeyOf(
  deps: KeyholderDeps,
  userId: bigint,
): Promise<{ aeskey: string; salt: string }> {
  const { backupKey, backupSalt } = await submittedPlace(deps, userId);
  return { aeskey: backupKey.toString('base64'), salt: backupSalt.toString('base64') };
}

async function submittedPlace(
  deps: KeyholderDeps,
  userId: bigint,
): Promise<CeremonyShare & { verifier: Buffer }> {
  const ceremony = await readCeremony(deps);
  if (ceremony === undefined) throw new Refusal('SECRET_NOT_SUBMITTED');
  const place = placeOf(ceremony, userId);
  const { verifier } = place;
  if (verifier === null) throw new Refusal('SECRET_NOT_SUBMITTED');
  return { ...place, verifier };
}

function placeOf(ceremony: Ceremony, userId: bigint): CeremonyShare {
  const place = ceremony.shares.find((it) => it.userId === userId);
  if (place === undefined) throw new Refusal('KEYHOLDER_NOT_LISTED');
  return place;
}

/** Makes the bank's key once every secret is there, or installs it again. Harmless where that is done. */
export function create(deps: KeyholderDeps, caller: Caller): Promise<AccountStatus> {
  return oneAtATime(deps, async () => {
    const status = await deps.bankKey.status();
    const ceremony = await readCeremony(deps);
    if (ceremony !== undefined) placeOf(ceremony, caller.userId);
    if (status === 'INSTALLED') return accountStatusOf(deps);
    if (status === 'NO_WRITE_PERMISSION') throw new Refusal('KEY_STORE_NOT_WRITABLE');
    const shares = ceremony?.shares ?? [];
    const missing = shares.filter((it) => it.wrappedShare === null).length;
    if (ceremony === undefined || missing > 0) await refuseMissing(deps, missing, shares.length);
    await complete(deps, caller);
    await deps.bankKey.reload();
    return accountStatusOf(deps);
  });
}

async function refuseMissing(deps: KeyholderDeps, missing: number, total: number): Promise<never> {
  const everybody = total === 0 ? (await listed(deps)).length : total;
  throw new Refusal('SECRETS_MISSING', { missing: total === 0 ? everybody : missing, total: everybody });
}

async function complete(deps: KeyholderDeps, { actor }: Caller): Promise<void> {
  try {
    await completeCeremony(deps, { actor });
  } catch (error) {
    if (isOfFileSystem(error)) throw new Refusal('KEY_STORE_NOT_WRITABLE');
    if (!(error instanceof SharesUnreadable)) throw error;
    const { userIds } = error;
    const total = await inTransaction(deps.db, async (tx) => {
      const ceremony = await latestCeremony(tx);
      if (ceremony === undefined) return 0;
      await eraseShares(tx, ceremony.id, userIds);
      await audit(tx, {
        actor,
        activity: 'KEY_SHARES_ERASED',
        description: `${userIds.length} shares sealed under another KEY_WRAP_SECRET were erased`,
        subject: ceremony.accountId,
      });
      return ceremony.shares.length;
    });
    throw new Refusal('SECRETS_MISSING', { missing: userIds.length, total });
  }
}

const fileSystemCodes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOSPC',
  'EDQUOT',
]);
const isOfFileSystem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && fileSystemCodes.has(String(error.code));

interface AccountStatus {
  accountStatus: 'ACTIVATED' | 'DEACTIVATED' | 'DELETED';
}

/** The main account's status; an account that is still to be opened is not activated. */
export const accountStatusOf = ({ db }: KeyholderDeps): Promise<AccountStatus> =>
  inTransaction(
    db,
    async (tx) => {
      const { mainAccountId } = await ownBank(tx);
      const account = await readAccount(rawTx(tx), mainAccountId);
      return { accountStatus: account?.status ?? 'DEACTIVATED' };
    },
    { readOnly: true },
  );
