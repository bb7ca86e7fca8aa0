import { randomUUID } from 'node:crypto';
import { channelAccountTypes } from '@tonle/contract/channel';
import { apiKeyHeader, channelScopes } from '@tonle/contract/channel-scopes';
import type { Endpoint } from '@tonle/contract/endpoint';
import type { DepositMessage } from '@tonle/contract/network';
import { permissionsOf } from '@tonle/contract/pages';
import { systemActor } from '../../server/src/areas/audit-log/audit-log.public.ts';
import { addChannelKey, makeApiKey } from '../../server/src/areas/channel/channel.public.ts';
import { kycOf, openedBy, submit } from '../../server/src/areas/channel/test-customers.ts';
import { giveCode, requestIn } from '../../server/src/areas/contact-changes/test-requests.ts';
import {
  applicationOf,
  newKeyFor,
  recoveriesOf,
} from '../../server/src/areas/key-recovery/test-recoveries.ts';
import { ask, exportPath } from '../../server/src/areas/reports/test-reports.ts';
import {
  mainAccountId,
  otherBankOfTests,
  ownBankOfTests,
  type TestBank,
} from '../../server/src/test-bank.ts';
import type { TestNetwork } from '../../server/src/test-network.ts';
import { TEST_PASSWORD } from '../../server/src/test-server.ts';
import { bearer } from '../served-bank.ts';
import type { Pools } from './values.ts';

const logins = ['manager', 'admin', 'access', 'auditor', 'authorizer', 'keyholder1', 'inputter', 'teller'];

/** Everybody who calls, by name, with what their requests carry. */
export class Callers {
  readonly #bank: TestBank;
  readonly #url: string;
  readonly #renewals = new Map<string, Promise<void>>();
  readonly #headers = new Map<string, Record<string, string>>();
  /** How often somebody had to sign in again, because a request of theirs ended their session. */
  signIns = 0;

  constructor(bank: TestBank, url: string) {
    this.#bank = bank;
    this.#url = url;
  }

  async signIn(): Promise<void> {
    for (const login of logins) await this.#signIn(login);
    for (const scope of channelScopes) this.#headers.set(scope, await this.#app([scope]));
    this.#headers.set('app', await this.#app(channelScopes));
    this.#headers.set('nobody', {});
    this.#headers.set('made up', bearer('a.b.c'));
  }

  /** Who must have been let in to something: everybody but apps whose one scope chance may not have got through. */
  get expected(): readonly string[] {
    return [...logins, 'app', 'nobody'];
  }

  get names(): readonly string[] {
    return [...this.#headers.keys()];
  }

  headersOf(name: string): Record<string, string> {
    return this.#headers.get(name) ?? {};
  }

  /** Signs a person in again whose session a request has ended, whatever else it did to the account. */
  async renew(login: string, ended?: string): Promise<void> {
    if (!logins.includes(login) || this.headersOf(login).authorization !== ended) return;
    const renewal = this.#renewals.get(login) ?? this.#signIn(login);
    this.#renewals.set(login, renewal);
    await renewal;
    this.#renewals.delete(login);
  }

  async #signIn(login: string): Promise<void> {
    this.signIns += 1;
    const { pool } = this.#bank.database.owner;
    await pool.query(
      'UPDATE console_user SET blocked = false, activated = true, force_password_change = false WHERE login = $1',
      [login],
    );
    await pool.query('DELETE FROM sign_in_attempt');
    await pool.query('DELETE FROM sign_in_address');
    const answer = await fetch(`${this.#url}/api/v2/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: login, password: TEST_PASSWORD }),
    });
    const { data } = (await answer.json()) as { data?: { id_token?: string } };
    if (data?.id_token === undefined) throw new Error(`${login} could not sign in: ${answer.status}`);
    this.#headers.set(login, bearer(data.id_token));
  }

  async #app(scopes: readonly (typeof channelScopes)[number][]): Promise<Record<string, string>> {
    const key = makeApiKey();
    const it = {
      app: `fuzz-${scopes.length}-${scopes[0]?.split('.')[1]}`,
      scopes,
      accountTypes: channelAccountTypes,
    };
    await addChannelKey(this.#bank.database.owner.db, key, it, systemActor('Test set-up'));
    return { [apiKeyHeader]: key };
  }
}

const authorityOf: Readonly<Record<string, string>> = {
  manager: 'ROLE_MANAGER',
  admin: 'ROLE_ADMINISTRATOR',
  access: 'ROLE_ACCESS_MANAGER',
  auditor: 'ROLE_AUDITOR',
  authorizer: 'ROLE_AUTHORIZER',
  keyholder1: 'ROLE_KEYHOLDER',
};

/** Those who may make a call. */
export function mayCall({ permission }: Endpoint): readonly string[] {
  if (permission === 'public' || permission === 'network') return ['nobody', 'manager'];
  if (permission === 'signed-in') return logins;
  const anyOf: readonly string[] = typeof permission === 'string' ? [permission] : permission;
  const scopes = anyOf.filter((it) => it.startsWith('channel.'));
  if (scopes.length > 0) return ['app', ...scopes];
  return Object.keys(authorityOf).filter((login) =>
    permissionsOf([authorityOf[login] ?? '']).some((it) => anyOf.includes(it)),
  );
}

/** Fills the bank with something of everything, and answers what requests may name. */
export async function furnish(bank: TestBank, network: TestNetwork, url: string) {
  const app = await bank.asApp();
  const admin = await bank.as('admin');
  for (let index = 0; index < 20; index += 1) {
    const { accountId } = await openedBy(app);
    await submit(app, accountId, await kycOf(app, accountId));
    await network.send(url, randomUUID(), depositOf(randomUUID()));
    await bank.post({ from: mainAccountId, to: accountId, amountMinor: 5_000n });
  }
  const limits = { 'khr#nbc': { dayLimit: '1000' }, 'usd#nbc': { dayLimit: '10' } };
  for (const accountType of channelAccountTypes) {
    const limitName = `Fuzz ${accountType}`;
    await admin.post('/tps/api/kyc-limits/local/add', {
      limitName,
      limits,
      accountType,
      kycStatus: 'FULL_KYC',
    });
  }
  const contactRequest = await requestIn(bank, 'OPEN', { accountId: 'axb@chkt' });
  const code = await giveCode(bank, contactRequest);
  for (const accountId of ['khmer@chkt', 'off@chkt']) await requestIn(bank, 'VERIFIED', { accountId });
  const recoveries = recoveriesOf(bank);
  const recovery = await recoveries.put('CREATED');
  await recoveries.put('READY', { accountId: 'web@chkt', accountType: 'WEB' });
  const companies = ['shop@chkt'];
  const company = { accountType: 'DESKTOP', organizationName: 'Lotus Trading' };
  for (const status of ['READY', 'READY', 'OPENED', 'AUTHORIZED'] as const) {
    const { accountId } = await openedBy(app, { ...company, firstName: undefined, lastName: undefined });
    companies.push(accountId);
    await recoveries.put(status, { accountId });
  }
  const manager = await bank.as('manager');
  const reports: string[] = [];
  for (const list of ['incoming', 'outgoing', 'incoming', 'outgoing'])
    reports.push(await ask(manager, `${exportPath}/${list}`));
  return poolsOf(bank, {
    codes: [code, recovery.code, recovery.appCode],
    application: await applicationOf(),
    companies,
    reports,
  });
}

const depositOf = (depositId: string): DepositMessage => ({
  type: 'DEPOSIT',
  depositId,
  sourceBank: otherBankOfTests.participantCode,
  sourceAccountId: 'sok_dara@mekg',
  sourceWalletType: 'MOBILE',
  destinationAccountId: mainAccountId,
  assetId: 'usd#nbc',
  amount: '1.00',
});

interface Furnishing {
  readonly codes: readonly string[];
  readonly application: string;
  readonly companies: readonly string[];
  readonly reports: readonly string[];
}

async function poolsOf(bank: TestBank, made: Furnishing) {
  const { pool } = bank.database.owner;
  const column = async (sql: string): Promise<string[]> =>
    (await pool.query<{ it: string }>(sql)).rows.map(({ it }) => it);
  const accounts = [
    ...(await column('SELECT account_id AS it FROM customer')),
    mainAccountId,
    'sok@mekg',
    'none@chkt',
  ];
  const hashes = await column(`SELECT encode(hash, 'hex') AS it FROM transfer`);
  const fstIds = await column('SELECT fi_transaction_id AS it FROM transfer');
  const deposits = await column(
    'SELECT fast_transaction_id AS it FROM transfer WHERE fast_transaction_id IS NOT NULL',
  );
  const images = await column('SELECT image_id::text AS it FROM customer_image');
  const limitIds = await column('SELECT id::text AS it FROM kyc_limit');
  const verifications = await column('SELECT id::text AS it FROM verification_request');
  const changes = await column('SELECT id::text AS it FROM contact_change');
  const recoveries = await column('SELECT id::text AS it FROM key_recovery_request');
  const roleIds = await column('SELECT id::text AS it FROM role');
  // Whoever else calls must be able to go on.
  const userIds = [bank.userIds.inputter, bank.userIds.keyholder3, 999n].map(String);
  const { publicKey, signature } = newKeyFor('shop@chkt', '123456');
  const { companies, reports } = made;
  const ids = {
    ...{ limits: limitIds, verifications, changes, recoveries, roleIds, userIds, accounts, fstIds },
    ...{ companies, reports },
  };
  const named: Record<string, readonly unknown[]> = {
    '': anything({
      accounts,
      application: made.application,
      publicKey,
      signature,
      hashes,
      fstIds,
      images,
      limitIds,
    }),
    accountId: accounts,
    creatorAccountId: accounts,
    authorizerAccountId: accounts,
    destAccountId: accounts,
    signatoryAccountId: accounts,
    sourceAccountId: accounts,
    user: accounts,
    limitId: limitIds,
    verificationId: verifications,
    uuid: images,
    photoId: images,
    identityId: images,
    trxHash: [
      ...(await column('SELECT trx_hash AS it FROM key_recovery_request WHERE trx_hash IS NOT NULL')),
      ...hashes,
    ],
    transactionHash: hashes,
    fiTransactionId: fstIds,
    fstTrxId: deposits,
    roleId: roleIds,
    userId: userIds,
    code: [...made.codes, '000000'],
    application: [made.application],
    text: terms,
    amount: ['1', '0.01', '15000', '0.30', 100],
    username: ['Manager ', 'inputter', 'nobody'],
    password: ['wrong-password-2026', TEST_PASSWORD],
    login: [...logins, 'new.person', 'Nobody'],
    sort: [
      'createdTime',
      'createdAt',
      'createDate',
      'date',
      'name',
      'limitName',
      'accountId',
      'endpoint',
      'login',
      'logDateTime',
      'requestedDate',
    ].map((it) => `${it},desc`),
    secret: ['Secret-of-keyholder1', 'Wrong-secret-1'],
    primaryContact: ['85510555001', '85510555002', '85512345678'],
    replacementMobilePrimaryContact: ['85510555003', '85510555004'],
    authorities: [['ROLE_AUDITOR'], ['ROLE_SENDER']],
    roleIds: [[], roleIds],
  };
  return (endpoint: Endpoint): Pools => ({ ...named, ...idsOf(endpoint, ids) });
}

/** Terms as their editor writes them, and as somebody would who means harm. */
const terms = [
  { type: 'text', text: 'Terms and conditions' },
  { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
  { type: 'text', text: '<img src=x onerror=alert(1)>' },
  { type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } },
].map((inside) => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [inside] }] }));

/** What `id` and `requestId` are depends on the call. */
function idsOf({ area, path }: Endpoint, ids: Record<string, readonly string[]>): Pools {
  const byArea: Readonly<Record<string, readonly string[] | undefined>> = {
    'kyc-limits': ids.limits,
    verification: ids.verifications,
    'contact-changes': ids.changes,
    'key-recovery': ids.recoveries,
    roles: ids.roleIds,
    reports: ids.reports,
    'console-users': ids.userIds,
    customers: ids.accounts,
    'main-account': ids.accounts,
    transactions: path.includes('account-details') ? ids.accounts : ids.fstIds,
  };
  const own = byArea[area] ?? ['1', '2', randomUUID()];
  return {
    id: own,
    requestId: own,
    ...(area === 'main-account'
      ? { code: [ownBankOfTests, otherBankOfTests].map((it) => it.participantCode) }
      : {}),
    ...(area === 'authorizers' ? companyPools(ids.companies) : {}),
    // A user that were found by chance would be lost to the rest of the run.
    ...(area === 'console-users' ? { '': ['10', 'Sokha', 'sokha@bank.example', 'ROLE_AUDITOR', 'ALL'] } : {}),
  };
}

const companyPools = (companies: readonly string[] = []): Pools => ({
  accountName: companies,
  creatorAccountId: companies,
  authorizerAccountId: companies,
});

interface Known {
  accounts: readonly string[];
  application: string;
  publicKey: string;
  signature: string;
  hashes: readonly string[];
  fstIds: readonly string[];
  images: readonly string[];
  limitIds: readonly string[];
}

/** What may stand anywhere that takes it. */
function anything(it: Known): readonly unknown[] {
  const day = 86_400_000;
  const days = [0, 1, 5, 29, 40].map((back) => new Date(Date.now() - back * day).toISOString());
  return [
    ...it.accounts.slice(0, 6),
    ...days.map((one) => one.slice(0, 10)),
    ...days,
    ...it.hashes.slice(0, 3),
    ...it.fstIds.slice(0, 3),
    ...it.images.slice(0, 2),
    ...it.limitIds.slice(0, 3),
    ...['1', '2', '3', '10', '25', '50', '100', 0, 1, 2, 30, true, false],
    ...[
      'khr#nbc',
      'usd#nbc',
      'KHR',
      'USD',
      '15000',
      '0.30',
      '1',
      'ALL',
      'MOBILE',
      'DESKTOP',
      'WEB',
      'SUCCESS',
    ],
    ...['Dara', 'Sok Chan', 'ម្ត៉ាយ', 'Cambodian', 'N012345', 'Blurred picture', 'Phnom Penh', 'male', 'MALE'],
    ...['85512345678', '+855 12 345 678', 'sokha@bank.example', 'https://bank.example/', '1994-02-28'],
    ...['123456', randomUUID(), 'abcdefgh', 'a_b', 'person_1', 'transactionCreatedTime,desc', 'id,asc'],
    ...[it.application, it.publicKey, it.signature, 'photo', 'identity', 'en', 'km', 'list.size', {}],
    { name: 'Sok', phoneNumber: '85512345678' },
  ];
}
