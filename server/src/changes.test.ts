import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@tonle/contract/endpoints';
import type { DepositMessage } from '@tonle/contract/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountsPath,
  handIn,
  kycOf,
  openedBy,
  personToBe,
  pngOf,
  submit,
} from './areas/channel/test-customers.ts';
import {
  ask as askChange,
  freshContact,
  giveCode,
  put,
  requestIn,
} from './areas/contact-changes/test-requests.ts';
import {
  applicationOf,
  appPath,
  newKeyFor,
  type Recoveries,
  recoveriesOf,
} from './areas/key-recovery/test-recoveries.ts';
import {
  ask,
  exportPath,
  historyExportPath,
  jobsPath,
  reportPath,
  testTiming,
  until,
} from './areas/reports/test-reports.ts';
import { mainAccountId, otherBankOfTests, startTestBank, type TestBank } from './test-bank.ts';
import { startTestNetwork, type TestNetwork } from './test-network.ts';
import type { Answer, Caller } from './test-server.ts';

/**
 * Every call that may change something, carried out once, in a database where a change without its audit entry cannot
 * commit. A new one without a line here fails.
 */
type Change = {
  /** A console user, an app, or the national network. */
  as: string;
  /** What must be there first; its name goes to the call. */
  prepare?: () => Promise<string>;
  call: (caller: Caller, name: string) => Promise<Pick<Answer, 'status' | 'text'>>;
  activity: string;
};
const termsChange = (channel: string): Change => ({
  as: 'admin',
  call: (caller) =>
    caller.post(`/tps/api/properties/t-c-${channel}`, {
      text: '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Be honest."}]}]}',
    }),
  activity: 'TERMS_CHANGED',
});
const changes: Readonly<Record<string, Change>> = {
  authenticate: {
    as: 'manager',
    call: (caller) =>
      caller.post('/api/v2/authenticate', { username: 'manager', password: 'Tonle-test-2026' }),
    activity: 'SIGNED_IN',
  },
  transfer: {
    as: 'manager',
    call: (caller) =>
      caller.post('/tps/api/pg-wallet-transfer', {
        destAccountId: 'a_b@chkt',
        assetId: 'usd#nbc',
        amount: '0.30',
      }),
    activity: 'TRANSFER_SENT',
  },
  channelOpenAccount: {
    as: 'app',
    call: (app) => app.post(accountsPath, personToBe()),
    activity: 'ACCOUNT_OPENED',
  },
  channelUploadImage: {
    as: 'app',
    call: async (app) => handIn(app, 'a_b@chkt', 'photo', await pngOf('#123456')),
    activity: 'IDENTITY_IMAGE_RECEIVED',
  },
  channelSubmitKyc: {
    as: 'app',
    prepare: kycRequest,
    call: (app, body) => submit(app, 'a_b@chkt', body),
    activity: 'VERIFICATION_REQUESTED',
  },
  channelEditKyc: {
    as: 'app',
    prepare: kycRequest,
    call: (app, body) => app.send({ method: 'PUT', path: `${accountsPath}/a_b@chkt/kyc`, body }),
    activity: 'VERIFICATION_REQUEST_CHANGED',
  },
  channelPay: {
    as: 'app',
    call: (app) =>
      app.post(`${accountsPath}/a_b@chkt/payments`, {
        destAccountId: 'axb@chkt',
        assetId: 'usd#nbc',
        amount: '0.10',
      }),
    activity: 'PAYMENT_SENT',
  },
  approveRequest: {
    as: 'admin',
    prepare: waitingRequest,
    call: async (caller, verificationId) => {
      const { body } = await caller.get<{ id: string; limitName: string }[]>(
        '/tps/api/kyc-limits/active?page=0&size=2000',
      );
      const limitId = body.find((it) => it.limitName === 'Full KYC mobile')?.id;
      return caller.send({
        method: 'PUT',
        path: `${requestsPath}/approve`,
        body: { verificationId, limitId },
      });
    },
    activity: 'VERIFICATION_APPROVED',
  },
  rejectRequest: {
    as: 'admin',
    prepare: waitingRequest,
    call: (caller, verificationId) =>
      caller.send({
        method: 'PUT',
        path: `${requestsPath}/reject`,
        body: { verificationId, rejectedReason: 'Blurred' },
      }),
    activity: 'VERIFICATION_REJECTED',
  },
  updateBankInfo: {
    as: 'admin',
    call: (caller) =>
      caller.post('/tps/api/participant-banks/info', {
        name: 'Chaktomuk Bank',
        phone: '+855 23 999 888',
        email: 'office@chaktomuk.example',
        address: 'Phnom Penh',
        website: 'https://chaktomuk.example/',
      }),
    activity: 'BANK_INFO_CHANGED',
  },
  saveMobileTerms: termsChange('mobile'),
  saveDesktopTerms: termsChange('desktop'),
  saveWebTerms: termsChange('web'),
  addLimit: {
    as: 'admin',
    call: (caller) => caller.post(`${limitsPath}/local/add`, limitToBe),
    activity: 'KYC_LIMIT_ADDED',
  },
  editLimit: {
    as: 'admin',
    prepare: newLimit,
    call: (caller, limitId) => {
      const { limitName, limits } = limitToBe;
      return caller.post(`${limitsPath}/local/edit`, { limitId, limitName: `${limitName} 2`, limits });
    },
    activity: 'KYC_LIMIT_CHANGED',
  },
  setAccountLimit: {
    as: 'admin',
    prepare: newLimit,
    call: (caller, limitId) =>
      caller.post('/tps/api/fst-iroha-accounts/limits/set', { accountId: 'a_b@chkt', limitId }),
    activity: 'ACCOUNT_LIMIT_SET',
  },
  customerPhoto: {
    as: 'admin',
    prepare: async () => (await kycOf(await bank.asApp(), 'a_b@chkt')).photoId as string,
    call: (caller, uuid) => caller.get(`${users}/photo?uuid=${uuid}`),
    activity: 'IDENTITY_IMAGE_VIEWED',
  },
  customerIdentity: {
    as: 'admin',
    prepare: async () => (await kycOf(await bank.asApp(), 'a_b@chkt')).identityId as string,
    call: (caller, uuid) => caller.get(`${users}/identity?uuid=${uuid}`),
    activity: 'IDENTITY_IMAGE_VIEWED',
  },
  setUserFrozen: {
    as: 'admin',
    call: (caller) =>
      caller.send({ method: 'PUT', path: `${users}/set-user-frozen`, body: named('axb@chkt') }),
    activity: 'ACCOUNT_BLOCKED',
  },
  unsetUserFrozen: {
    as: 'admin',
    call: (caller) =>
      caller.send({ method: 'PUT', path: `${users}/unset-user-frozen`, body: named('axb@chkt') }),
    activity: 'ACCOUNT_UNBLOCKED',
  },
  editProfile: {
    as: 'admin',
    call: (caller) =>
      caller.post(`${users}/edit-profile`, {
        accountId: 'shop@chkt',
        accountType: 'DESKTOP',
        organizationName: 'Blue River Coffee and Tea',
        documentId: '00012345',
      }),
    activity: 'VERIFICATION_REQUESTED',
  },
  deleteAccount: {
    as: 'admin',
    call: (caller) => caller.post('/tps/api/v2/fst-iroha-accounts/delete-account', named('off@chkt')),
    activity: 'ACCOUNT_DELETED',
  },
  networkMessage: {
    as: 'network',
    call: async () => {
      const { status, body } = await network.send(url, randomUUID(), depositOf(randomUUID()));
      return { status, text: JSON.stringify(body) };
    },
    activity: 'DEPOSIT_RECEIVED',
  },
  prepareRecovery: {
    as: 'admin',
    call: (caller) =>
      caller.post('/tps/api/recovery/prepare-account-recovery-request', {
        accountId: 'web@chkt',
        name: 'Star',
      }),
    activity: 'KEY_RECOVERY_PREPARED',
  },
  verifyRecovery: {
    as: 'admin',
    prepare: async () => (await recoveries.put('CREATED')).code,
    call: (caller, code) =>
      caller.post('/tps/api/recovery/verify-account-recovery-request', { accountId: 'shop@chkt', code }),
    activity: 'KEY_RECOVERY_VERIFIED',
  },
  completeRecovery: {
    as: 'admin',
    prepare: () => applicationOf(),
    call: (caller, application) =>
      caller.post('/tps/api/recovery/account-recovery-request', {
        accountId: 'khmer@chkt',
        name: 'Sokha',
        documentId: 'N1',
        application,
      }),
    activity: 'KEY_RECOVERY_OPENED',
  },
  closeRecovery: {
    as: 'admin',
    prepare: async () => (await recoveries.put('VERIFIED')).id,
    call: (caller, id) =>
      caller.send({
        method: 'PUT',
        path: '/tps/api/recovery/account-recovery-close',
        body: { id, reason: 'x' },
      }),
    activity: 'KEY_RECOVERY_CANCELED',
  },
  revokeRecovery: {
    as: 'admin',
    prepare: async () => (await recoveries.put('SENT')).trxHash,
    call: (caller, trxHash) =>
      caller.send({
        method: 'PUT',
        path: '/tps/api/recovery/account-recovery-revoke',
        body: { trxHash, reason: 'x' },
      }),
    activity: 'KEY_RECOVERY_REVOKED',
  },
  authorizeRecovery: {
    as: 'authorizer',
    prepare: async () => (await recoveries.put('READY')).id,
    call: (caller, requestId) =>
      caller.send({ method: 'PUT', path: '/tps/api/recovery/requests/authorize', body: { requestId } }),
    activity: 'KEY_RECOVERY_AUTHORIZED',
  },
  rejectRecovery: {
    as: 'authorizer',
    prepare: async () => (await recoveries.put('READY')).id,
    call: (caller, requestId) =>
      caller.send({ method: 'PUT', path: '/tps/api/recovery/requests/reject', body: { requestId } }),
    activity: 'KEY_RECOVERY_REJECTED',
  },
  askRecovery: {
    as: 'app',
    prepare: async () => {
      await recoveries.put('CANCELED');
      await recoveries.rows(`UPDATE key_recovery_request SET created = now() - interval '25 hours'`);
      return '';
    },
    call: (app) => app.post(`${appPath('shop@chkt')}/requests`),
    activity: 'KEY_RECOVERY_PREPARED',
  },
  enterRecoveryCode: {
    as: 'app',
    prepare: async () => (await recoveries.put('CREATED')).code,
    call: (app, code) => app.post(`${appPath('shop@chkt')}/verify`, { code }),
    activity: 'KEY_RECOVERY_VERIFIED',
  },
  answerRecovery: {
    as: 'app',
    prepare: async () => (await recoveries.put('OPENED')).appCode,
    call: (app, code) => app.post(appPath('shop@chkt'), newKeyFor('shop@chkt', code)),
    activity: 'KEY_RECOVERY_READY',
  },
  acknowledgeIncoming: {
    as: 'manager',
    prepare: deposited,
    call: (caller, fstTrxId) => caller.post(`${decisions}/acknowledge`, { fstTrxId }),
    activity: 'DEPOSIT_ACKNOWLEDGED',
  },
  refundIncoming: {
    as: 'manager',
    prepare: deposited,
    call: (caller, fstTrxId) => caller.post(`${decisions}/refund`, { fstTrxId }),
    activity: 'DEPOSIT_REFUNDED',
  },
  resendDecision: {
    as: 'manager',
    prepare: rejected,
    call: (caller, fstTrxId) => caller.post(`${decisions}/resend-decision`, { fstTrxId }),
    activity: 'DECISION_RESENT',
  },
  checkSecret: {
    as: 'keyholder1',
    call: (caller) => caller.post('/tps/api/keyholders/secrets/check', { secret: 'Secret-of-keyholder1' }),
    activity: 'KEY_SECRET_CHECKED',
  },
  submitSecret: {
    as: 'keyholder1',
    prepare: () => loseKey(),
    call: (caller) => caller.post('/tps/api/keyholders/secrets', { secret: 'Secret-of-keyholder1' }),
    activity: 'KEY_SECRET_SUBMITTED',
  },
  createBankAccount: {
    as: 'keyholder1',
    prepare: () => loseKey('keyholder1', 'keyholder2', 'keyholder3'),
    call: (caller) => caller.post('/tps/api/keyholders/account'),
    activity: 'BANK_KEY_REINSTALLED',
  },
  resendSecrets: {
    as: 'keyholder1',
    prepare: () => loseKey('keyholder1', 'keyholder2', 'keyholder3'),
    call: (caller) => caller.post('/tps/api/keyholders/account/resend'),
    activity: 'BANK_KEY_REINSTALLED',
  },
  createRole: {
    as: 'access',
    call: (caller) => caller.post(`${roleBase}/role/create?roleName=${randomUUID()}`),
    activity: 'ROLE_CREATED',
  },
  setRolePermissions: {
    as: 'access',
    prepare: newRole,
    call: (caller, id) => caller.post(`${roleBase}/role/permissions?roleId=${id}`, ['audit-log.list']),
    activity: 'ROLE_CHANGED',
  },
  deleteRole: {
    as: 'access',
    prepare: newRole,
    call: (caller, id) => caller.post(`${roleBase}/role/delete?roleId=${id}`),
    activity: 'ROLE_DELETED',
  },
  createPermission: {
    as: 'access',
    call: (caller) => caller.post(`${roleBase}/permission/create`, 'permissionName=Vault', FORM),
    activity: 'PERMISSION_CREATED',
  },
  deletePermission: {
    as: 'access',
    prepare: async () => {
      const { body } = await (await bank.as('access')).post<{ id: string }>(
        `${roleBase}/permission/create`,
        'permissionName=Cellar',
        FORM,
      );
      return body.id;
    },
    call: (caller, id) => caller.post(`${roleBase}/permission/delete`, `permissionId=${id}`, FORM),
    activity: 'PERMISSION_DELETED',
  },
  addRoleToUser: {
    as: 'access',
    prepare: newRole,
    call: (caller, roleId) => {
      const form = `userId=${bank.userIds.auditor}&roleId=${roleId}`;
      return caller.post(`${roleBase}/user/roles/add`, form, FORM);
    },
    activity: 'CONSOLE_USER_CHANGED',
  },
  removeRoleFromUser: {
    as: 'access',
    prepare: async () => {
      const roleId = await newRole();
      const form = `userId=${bank.userIds.admin}&roleId=${roleId}`;
      await (await bank.as('access')).post(`${roleBase}/user/roles/add`, form, FORM);
      return roleId;
    },
    call: (caller, roleId) => {
      const form = `userId=${bank.userIds.admin}&roleId=${roleId}`;
      return caller.post(`${roleBase}/user/roles/remove`, form, FORM);
    },
    activity: 'CONSOLE_USER_CHANGED',
  },
  createConsoleUser: {
    as: 'access',
    call: (caller) => caller.post('/api/users', userOf({ login: 'created' })),
    activity: 'CONSOLE_USER_CREATED',
  },
  editConsoleUser: {
    as: 'access',
    call: (caller) =>
      caller.post('/api/users/edit', userOf({ login: 'inputter', id: String(bank.userIds.inputter) })),
    activity: 'CONSOLE_USER_CHANGED',
  },
  setAuthorities: {
    as: 'access',
    call: (caller) =>
      caller.post('/api/users/authorities', {
        id: String(bank.userIds.authorizer),
        authorities: ['ROLE_AUTHORIZER', 'ROLE_SENDER'],
      }),
    activity: 'CONSOLE_USER_CHANGED',
  },
  blockConsoleUser: {
    as: 'access',
    call: (caller) => caller.post(`/api/users/block/${bank.userIds.teller}`),
    activity: 'CONSOLE_USER_BLOCKED',
  },
  unblockConsoleUser: {
    as: 'access',
    prepare: async () => {
      await (await bank.as('access')).post(`/api/users/block/${bank.userIds.inputter}`);
      return '';
    },
    call: (caller) => caller.post(`/api/users/unblock/${bank.userIds.inputter}`),
    activity: 'CONSOLE_USER_UNBLOCKED',
  },
  resetPassword: {
    as: 'manager',
    call: (caller) => caller.post('/api/account/reset-password', { login: 'manager' }),
    activity: 'PASSWORD_RESET_ASKED',
  },
  endOwnSession: {
    as: 'manager',
    prepare: async () => (await bank.signIn('manager')).text,
    call: async (caller) => {
      const { body } = await caller.get<{ id: string; isCurrent: boolean }[]>('/api/account/sessions');
      const other = body.find((it) => !it.isCurrent);
      return caller.send({ method: 'DELETE', path: `/api/account/sessions/${other?.id}` });
    },
    activity: 'SESSION_ENDED',
  },
  endOtherSessions: {
    as: 'manager',
    call: (caller) => caller.send({ method: 'DELETE', path: '/api/account/sessions' }),
    activity: 'SESSION_ENDED',
  },
  changePassword: {
    as: 'manager',
    call: async (caller) => {
      await bank.database.owner.pool.query(
        `UPDATE console_user SET password_changed_at = now() - interval '2 days' WHERE login = 'manager'`,
      );
      return caller.post('/api/account/change-password', {
        currentPassword: 'Tonle-test-2026',
        newPassword: 'Tonle-changed-2026',
      });
    },
    activity: 'PASSWORD_CHANGED',
  },
  exportMobileCustomers: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/fst-iroha-accounts/mobile'),
    activity: 'REPORT_REQUESTED',
  },
  exportDesktopCustomers: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/fst-iroha-accounts/desktop'),
    activity: 'REPORT_REQUESTED',
  },
  exportWebCustomers: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/fst-iroha-accounts/web'),
    activity: 'REPORT_REQUESTED',
  },
  exportIncoming: {
    as: 'manager',
    call: (caller) => caller.get(`${exportPath}/incoming`),
    activity: 'REPORT_REQUESTED',
  },
  exportOutgoing: {
    as: 'manager',
    call: (caller) => caller.get(`${exportPath}/outgoing`),
    activity: 'REPORT_REQUESTED',
  },
  exportHistory: {
    as: 'manager',
    call: (caller) => caller.get(historyExportPath),
    activity: 'REPORT_REQUESTED',
  },
  exportAccountDetails: {
    as: 'manager',
    call: (caller) => caller.get(`${exportPath}/account-details?accountId=a_b@chkt`),
    activity: 'REPORT_REQUESTED',
  },
  exportStatement: {
    as: 'manager',
    call: (caller) =>
      caller.get('/report-service/api/v2/export/account_statement?accountId=a_b@chkt&periodInMonth=1'),
    activity: 'REPORT_REQUESTED',
  },
  exportMobileRequests: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/verification-requests/mobile'),
    activity: 'REPORT_REQUESTED',
  },
  exportMobileLimits: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/kyc-limits/mobile'),
    activity: 'REPORT_REQUESTED',
  },
  exportDesktopRequests: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/verification-requests/desktop'),
    activity: 'REPORT_REQUESTED',
  },
  exportDesktopLimits: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/kyc-limits/desktop'),
    activity: 'REPORT_REQUESTED',
  },
  exportWebRequests: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/verification-requests/web'),
    activity: 'REPORT_REQUESTED',
  },
  exportWebLimits: {
    as: 'admin',
    call: (caller) => caller.get('/tps/api/report/kyc-limits/web'),
    activity: 'REPORT_REQUESTED',
  },
  exportAccountList: {
    as: 'manager',
    call: (caller) => caller.get('/tps/api/report/list-iroha-account'),
    activity: 'REPORT_REQUESTED',
  },
  reportCsv: {
    as: 'manager',
    prepare: reported,
    call: (caller, id) => caller.get(`${reportPath}/csv/${id}`),
    activity: 'REPORT_FILE_TAKEN',
  },
  downloadReport: {
    as: 'manager',
    prepare: reported,
    call: (caller, id) => caller.get(`${jobsPath}/download/${id}`),
    activity: 'REPORT_FILE_TAKEN',
  },
  openTicket: {
    as: 'manager',
    prepare: reported,
    call: (caller, id) => caller.post(`${jobsPath}/ticket/${id}`),
    activity: 'REPORT_TICKET_OPENED',
  },
  useTicket: {
    as: 'manager',
    prepare: async () => {
      const path = `${jobsPath}/ticket/${await reported()}`;
      const { body } = await (await bank.as('manager')).post<{ data: { ticket: string } }>(path);
      return body.data.ticket;
    },
    call: (caller, ticket) => caller.get(`${jobsPath}/file/${ticket}`),
    activity: 'REPORT_FILE_TAKEN',
  },
  cancelReport: {
    as: 'manager',
    prepare: async () => {
      const id = await reported();
      await bank.database.owner.pool.query(
        "UPDATE report_job SET state = 'GENERATING', completed_at = NULL WHERE id = $1",
        [id],
      );
      return id;
    },
    call: (caller, id) => caller.send({ method: 'PUT', path: `${jobsPath}/cancel/${id}` }),
    activity: 'REPORT_CANCELED',
  },
  addAccounts: {
    as: 'manager',
    call: (caller) => moveAccounts(caller, 'add', 'a_b@chkt'),
    activity: 'ACCOUNTS_MADE_DIRECT',
  },
  removeAccounts: {
    as: 'manager',
    prepare: async () => {
      await moveAccounts(await bank.as('manager'), 'add', 'axb@chkt');
      return '';
    },
    call: (caller) => moveAccounts(caller, 'remove', 'axb@chkt'),
    activity: 'ACCOUNTS_MADE_INDIRECT',
  },
  addAuthorizer: {
    as: 'admin',
    prepare: () => twoCompanies(),
    call: (caller, it) => caller.post('/authservice/api/v1/user/add-authorizer', JSON.parse(it)),
    activity: 'AUTHORIZER_CHANGE_REQUESTED',
  },
  channelAddSignatory: {
    as: 'app',
    prepare: () => twoCompanies(),
    call: (app, it) => {
      const { creatorAccountId, authorizerAccountId } = JSON.parse(it);
      return app.post(`${accountsPath}/${creatorAccountId}/signatories`, {
        signatoryAccountId: authorizerAccountId,
      });
    },
    activity: 'AUTHORIZER_CHANGE_REQUESTED',
  },
  removeAuthorizer: {
    as: 'admin',
    prepare: async () => {
      const pair = await twoCompanies();
      const { creatorAccountId, authorizerAccountId } = JSON.parse(pair);
      await bank.database.owner.pool.query(
        'INSERT INTO authorizer (account_id, authorizer_account_id) VALUES ($1, $2)',
        [creatorAccountId, authorizerAccountId],
      );
      return pair;
    },
    call: (caller, it) =>
      caller.send({
        method: 'PUT',
        path: '/authservice/api/v1/user/remove-authorizer',
        body: JSON.parse(it),
      }),
    activity: 'AUTHORIZER_CHANGE_REQUESTED',
  },
  createContactChange: {
    as: 'admin',
    call: (caller) => askChange(caller, 'axb@chkt', freshContact()),
    activity: 'CONTACT_CHANGE_REQUESTED',
  },
  verifyContactChange: {
    as: 'admin',
    prepare: () => contactChangeWithCode(),
    call: (caller, it) => put(caller, 'verify', JSON.parse(it)),
    activity: 'CONTACT_CHANGE_VERIFIED',
  },
  resendContactChangeCode: {
    as: 'admin',
    prepare: () => contactChangeWithCode(),
    call: (caller, it) => put(caller, 'resend-sms', { requestId: JSON.parse(it).requestId }),
    activity: 'CONTACT_CHANGE_CODE_RESENT',
  },
  cancelContactChange: {
    as: 'admin',
    prepare: () => contactChangeIn('OPEN'),
    call: (caller, requestId) => put(caller, 'cancel', { requestId }),
    activity: 'CONTACT_CHANGE_CANCELED',
  },
  authorizeContactChange: {
    as: 'authorizer',
    prepare: () => contactChangeIn('VERIFIED'),
    call: (caller, requestId) => put(caller, 'authorize', { requestId }),
    activity: 'CONTACT_CHANGE_AUTHORIZED',
  },
  rejectContactChange: {
    as: 'authorizer',
    prepare: () => contactChangeIn('VERIFIED'),
    call: (caller, requestId) => put(caller, 'reject', { requestId, reason: 'Not theirs' }),
    activity: 'CONTACT_CHANGE_REJECTED',
  },
  channelVerifyContactChange: {
    as: 'app',
    prepare: () => contactChangeWithCode(),
    call: (app, it) =>
      app.post(`${accountsPath}/frozen@chkt/contact-change/verify`, { code: JSON.parse(it).code }),
    activity: 'CONTACT_CHANGE_VERIFIED',
  },
  logout: { as: 'manager', call: (caller) => caller.post('/api/logout'), activity: 'SIGNED_OUT' },
};

/** A report of the manager's that is ready. */
async function reported(): Promise<string> {
  const manager = await bank.as('manager');
  const id = await ask(manager, `${exportPath}/incoming`);
  await until(manager, id, 'CREATED');
  return id;
}

/** Takes the bank's key away, and has these keyholders submit their secrets again. */
async function loseKey(...logins: string[]): Promise<string> {
  await rm(join(bank.config.dataDir, 'keys'), { recursive: true });
  for (const login of logins) {
    await (await bank.as(login)).post('/tps/api/keyholders/secrets', { secret: `Secret-of-${login}` });
  }
  return '';
}

const moveAccounts = (caller: Caller, way: 'add' | 'remove', accountId: string) =>
  caller.send({
    method: 'PUT',
    path: `/tps/api/participant-bank-branches/${way}-accounts`,
    body: { branchId: '1', irohaAccounts: [accountId] },
  });

const roleBase = '/api/role-permission';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A role that nobody holds. */
async function newRole(): Promise<string> {
  const access = await bank.as('access');
  return (await access.post<{ id: string }>(`${roleBase}/role/create?roleName=${randomUUID()}`)).body.id;
}

const userOf = (it: { login: string; id?: string }) => ({
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@bank.example',
  authorities: ['ROLE_AUDITOR'],
  roleIds: [],
  ...it,
});

let companies = 0;
/** Two desktop accounts as the body of a change of authorizers; the first is blocked, so that nothing is carried out at once. */
async function twoCompanies(): Promise<string> {
  const app = await bank.asApp();
  const open = async () => {
    companies += 1;
    const answer = await app.post<{ accountId: string }>(accountsPath, {
      accountType: 'DESKTOP',
      accountName: `signing_${companies}`,
      organizationName: 'Lotus Trading',
      primaryContact: `85510${String(800_000 + companies)}`,
    });
    return answer.body.accountId;
  };
  const pair = { creatorAccountId: await open(), authorizerAccountId: await open() };
  await bank.database.owner.pool.query('UPDATE account_state SET frozen = true WHERE account_id = $1', [
    pair.creatorAccountId,
  ]);
  return JSON.stringify(pair);
}

/** A contact change of a blocked account, so that an approved one is not carried out at once. */
const contactChangeIn = (status: 'OPEN' | 'VERIFIED') =>
  requestIn(bank, status, { accountId: 'frozen@chkt' });

async function contactChangeWithCode(): Promise<string> {
  const requestId = await contactChangeIn('OPEN');
  return JSON.stringify({ requestId, code: await giveCode(bank, requestId) });
}

/** Calls by POST that only read, or only tell. */
const reads = [
  'listContactChanges',
  'searchIncoming',
  'searchOutgoing',
  'networkAccountInquiry',
  'lookingAtRequest',
  'recoveryRequestsToAuthorize',
];

const requestsPath = '/tps/api/verification-requests';

/** A verification request that waits. */
async function waitingRequest(): Promise<string> {
  const app = await bank.asApp();
  const { accountId } = await openedBy(app);
  return (await submit(app, accountId, await kycOf(app, accountId))).body.verificationId;
}

const limitsPath = '/tps/api/kyc-limits';
const limitToBe = {
  limitName: 'Shop keepers',
  limits: { 'khr#nbc': { dayLimit: '1000' }, 'usd#nbc': { dayLimit: '10' } },
  accountType: 'MOBILE',
  kycStatus: 'FULL_KYC',
};

/** A limit of the bank's own, for accounts as the tests' people have them. */
async function newLimit(): Promise<string> {
  const admin = await bank.as('admin');
  const { body } = await admin.post<{ id: string }>(`${limitsPath}/local/add`, limitToBe);
  return body.id;
}
/** Changes that need no entry: the audit guard names their tables and says why. */
const unaudited = ['keepPreference'];

const users = '/authservice/api/v1/user';
const named = (accountId: string) => ({ accountId });
const decisions = '/tps/api/transfer-management/incoming-transactions';

let network: TestNetwork;
let bank: TestBank;
let url: string;
let recoveries: Recoveries;
beforeAll(async () => {
  network = await startTestNetwork();
  bank = await startTestBank({
    environment: network.environment,
    // What a test puts into a state stays there.
    recoveryTiming: { everyMs: 3_600_000 },
    reportTiming: testTiming,
    networkTiming: { pollMs: 50, retryMs: 40, retryLongestMs: 200, answerMs: 1_000 },
  });
  recoveries = recoveriesOf(bank);
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await bank?.close();
  await network?.close();
});

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

/** A verification request whose pictures are there. */
async function kycRequest(): Promise<string> {
  return JSON.stringify(await kycOf(await bank.asApp(), 'a_b@chkt'));
}

/** A deposit that waits for a decision. */
async function deposited(): Promise<string> {
  const depositId = randomUUID();
  const { body } = await network.send(url, randomUUID(), depositOf(depositId));
  if (body.outcome !== 'ACCEPTED') throw new Error('the deposit was refused');
  return depositId;
}

/** A deposit whose decision the network rejected. */
async function rejected(): Promise<string> {
  const fstTrxId = await deposited();
  network.onMessage = () => ({ outcome: 'REFUSED', error: 'DECISION_REJECTED', reason: 'Too late' });
  const manager = await bank.as('manager');
  await manager.post(`${decisions}/acknowledge`, { fstTrxId });
  await expect
    .poll(async () => {
      const { rows } = await bank.database.owner.pool.query(
        "SELECT state FROM network_outbox WHERE body LIKE '%' || $1 || '%'",
        [fstTrxId],
      );
      return rows;
    })
    .toEqual([{ state: 'REJECTED' }]);
  network.onMessage = () => ({ outcome: 'ACCEPTED' });
  return fstTrxId;
}

describe('every change', () => {
  it('is listed here', () => {
    const others = [...reads, ...unaudited];
    const changing = endpoints.filter(
      (it) => (it.method !== 'GET' || it.changes) && !others.includes(it.name),
    );
    expect(Object.keys(changes).sort()).toEqual(changing.map((it) => it.name).sort());
  });

  it.each(Object.entries(changes))(
    '%s writes exactly one audit entry, in its transaction',
    async (_name, it) => {
      const isUser = it.as !== 'app' && it.as !== 'network';
      const caller = isUser ? await bank.as(it.as) : await bank.asApp();
      const name = (await it.prepare?.()) ?? '';
      const { rows: last } = await bank.database.owner.pool.query('SELECT max(id) AS id FROM audit_log');
      const answer = await it.call(caller, name);
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      const { rows } = await bank.database.owner.pool.query(
        'SELECT activity, login FROM audit_log WHERE id > $1 ORDER BY id',
        [last[0].id],
      );
      expect(rows).toEqual([{ activity: it.activity, login: isUser ? it.as : null }]);
    },
  );
});
