import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { recoveryProof } from '@tonle/contract/key-recovery-app';
import type { RecoveryStatus } from '@tonle/contract/key-recovery-states';
import type { Permission } from '@tonle/contract/permissions';
import { inTransaction } from '../../db/tx.ts';
import { Codes } from '../../jobs/codes.ts';
import type { Outbox } from '../../jobs/outbox.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import { startTestNetwork, type TestNetwork } from '../../test-network.ts';
import { Caller, TEST_PASSWORD } from '../../test-server.ts';
import { systemActor } from '../audit-log/audit-log.public.ts';
import { pngOf } from '../channel/test-customers.ts';
import { addRole } from '../roles/roles.public.ts';
import { createConsoleUser, hashPassword } from '../sign-in/sign-in.public.ts';
import { appCodeSubject, codeSubject } from './recovery-rules.ts';

export const base = '/tps/api/recovery';
export const appPath = (accountId: string) => `/channel/v1/accounts/${accountId}/key-recovery`;

export interface Recoveries {
  /** A request in a state, made by nobody unless said; what the account had open before is over. */
  put(status: RecoveryStatus, more?: PutMore): Promise<PutRequest>;
  statusOf(id: string): Promise<RecoveryStatus>;
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export interface RecoveryBank extends TestBank, Recoveries {
  readonly network: TestNetwork;
  readonly url: string;
  /** More users than every test has. */
  asMore(login: string, permissions: readonly Permission[]): Promise<{ caller: Caller; userId: bigint }>;
}

export type PutMore = { accountId?: string; accountType?: string; makers?: bigint[] };
export type PutRequest = { id: string; trxHash: string; accountId: string; code: string; appCode: string };

/** A bank with a network beside it, and nobody who waits long; a calm one moves nothing by itself. */
export async function startRecoveryBank({ isCalm = false } = {}): Promise<RecoveryBank> {
  const network = await startTestNetwork();
  const bank = await startTestBank({
    environment: { ...network.environment, NETWORK_SILENCE: '1' },
    networkTiming: { pollMs: 30, retryMs: 30, retryLongestMs: 100, answerMs: 1_000 },
    outboxTiming: { everyMs: 30, retrySecondsMin: 1 },
    recoveryTiming: { everyMs: isCalm ? 3_600_000 : 30 },
    rateLimits: { perAddress: 1_000_000, perSession: 1_000_000 },
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const { db } = bank.database.owner;
  const close = async () => {
    await bank.close();
    await network.close();
  };
  return {
    ...bank,
    network,
    url: `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`,
    ...recoveriesOf(bank),
    close,
    [Symbol.asyncDispose]: close,
    asMore: async (login, permissions) => {
      const actor = systemActor('Test set-up');
      const passwordHash = await hashPassword(TEST_PASSWORD);
      const userId = await inTransaction(db, async (tx) => {
        const role = await addRole(tx, { name: `Role of ${login}`, permissions }, actor);
        const who = { login, firstName: login, lastName: 'Test', email: `${login}@tonle.example` };
        return createConsoleUser(tx, { ...who, passwordHash, authorities: [], roleIds: [role] }, actor);
      });
      const answer = await bank.signIn(login);
      return { caller: new Caller(bank.app, answer.body.data?.id_token), userId };
    },
  };
}

/** Past every rule: as the owner of the database. */
export function recoveriesOf(bank: TestBank): Recoveries {
  const { db, pool } = bank.database.owner;
  const rows: Recoveries['rows'] = async (sql, values = []) => (await pool.query(sql, values)).rows;
  const codes = new Codes({ db, outbox: {} as Outbox, keyWrapSecret: bank.config.keyWrapSecret });
  return {
    rows,
    put: async (status, { accountId = 'shop@chkt', accountType = 'DESKTOP', makers = [] } = {}) => {
      const trxHash = randomBytes(32).toString('hex');
      await pool.query(
        `UPDATE key_recovery_request SET status = 'CANCELED', reason = 'over' WHERE account_id = $1`,
        [accountId],
      );
      const { rows: made } = await pool.query(
        `WITH application AS (
           INSERT INTO key_recovery_application (account_id, content, media_type, width, height, source_hash)
           VALUES ($1, 'picture', 'image/jpeg', 40, 30, $2) RETURNING application_id)
         INSERT INTO key_recovery_request (account_id, account_type, name, status, application_id, public_key, trx_hash,
           reason, makers, authorized_by, expires)
         SELECT $1, $3, 'Blue River Coffee', $4, application_id, $2, $5, $6, $7, 999999, now() + interval '1 day'
         FROM application RETURNING id`,
        [
          ...[accountId, randomBytes(32), accountType, status, trxHash],
          ...[['CANCELED', 'REVOKED', 'FAILED'].includes(status) ? 'because' : null, makers],
        ],
      );
      const id = made[0].id as bigint;
      const isAsked = status === 'CREATED' || status === 'PREPARED';
      const [code, appCode] = await inTransaction(db, async (tx) => [
        isAsked ? await codes.issue(tx, codeSubject(id)) : undefined,
        status === 'OPENED' ? await codes.issue(tx, appCodeSubject(id)) : undefined,
      ]);
      return { id: String(id), trxHash, accountId, code: code ?? '000000', appCode: appCode ?? '000000' };
    },
    statusOf: async (id) => {
      const [row] = await rows('SELECT status FROM key_recovery_request WHERE id = $1', [id]);
      return row?.status as RecoveryStatus;
    },
  };
}

/** What an app on a new phone sends. */
export function newKeyFor(accountId: string, code: string) {
  const { publicKey: key, privateKey } = generateKeyPairSync('ed25519');
  const publicKey = key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signature = sign(null, Buffer.from(recoveryProof(accountId, publicKey)), privateKey);
  return { code, publicKey, signature: signature.toString('base64') };
}

export const applicationOf = async (background?: string): Promise<string> =>
  (await pngOf(background)).toString('base64');

/** Any code but this one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
