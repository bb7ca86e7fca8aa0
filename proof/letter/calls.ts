/**
 * Every call that the specifications name: section 7 of both, and section 12 of the decisions for the paths they leave
 * open. `query`, `body` and `answer` hold the names they give, where they give any; an answer's are those of its data or
 * of a list's row.
 */
export interface NamedCall {
  readonly call: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly answer?: readonly string[];
}

const channels = ['mobile', 'desktop', 'web'] as const;
const paging = ['page', 'size', 'filter', 'sort'] as const;
const iroha = '/report-service/api/transfer-management/iroha-transactions';
const accounts = '/tps/api/v2/fst-iroha-accounts';
const verification = '/tps/api/verification-requests';
const contactChange = '/authservice/api/v1/replace-user-primary-contact';
const recovery = '/tps/api/recovery';
const roles = '/api/role-permission';
const exports = '/report-service/api/export';
const jobs = '/report-service/api/v2/report';
const user = '/authservice/api/v1/user';

const transactionFilter = [
  'accountId',
  'search',
  'currencies',
  'directions',
  'status',
  'fromDatetime',
  'toDatetime',
  'businessStatus',
  'fromDate',
  'toDate',
] as const;

const transactionRow = [
  'transactionHash',
  'extRef',
  'transactionCreatedTime',
  'sourceAccountId',
  'destinationAccountId',
  'currencyName',
  'transactionContent',
  'status',
  'fstTrxStatus',
  'transactionType',
  'fiTransactionId',
  'businessStatus',
] as const;

const transactionDetail = [
  'currencySymbol',
  'description',
  'destinationBankName',
  'destinationBankParticipantCode',
  'destinationName',
  'destinationPhoneNumber',
  'errorMessage',
  'fastTransactionId',
  'precision',
  'sourceBankName',
  'sourceBankParticipantCode',
  'sourceName',
  'sourcePhoneNumber',
  'trxDaytime',
  'transactionWalletType',
  'sourceWalletType',
  'destinationWalletType',
  'assetId',
  'receiverBankAccount',
  'qrCode',
  'pairedTrxHash',
  'currencyExchangeRate',
] as const;

const accountDetail = [
  'accountId',
  'accountType',
  'fullName',
  'organizationName',
  'primaryContact',
  'secondaryContact',
  'createdTime',
  'assets',
  'balanceKhr',
  'balanceUsd',
  'sex',
  'address',
  'publicKey',
  'externalId',
  'phoneNumber',
  'email',
] as const;

const userRow = [
  'id',
  'accountId',
  'primaryContact',
  'secondaryContact',
  'address',
  'createdTime',
  'kycStatus',
] as const;

const limitFields = ['limitName', 'limits', 'accountType', 'description', 'kycStatus'] as const;

/** 1-portal.md section 7. */
const portalCalls: readonly NamedCall[] = [
  { call: 'POST /api/logout' },
  { call: 'POST /api/v2/authenticate', body: ['username', 'password', 'rememberMe'], answer: ['id_token'] },
  { call: 'GET /api/user-infos/login/{login}', answer: ['userAccountDTO'] },
  { call: 'POST /api/account/change-password', body: ['currentPassword', 'newPassword'] },
  { call: 'POST /api/account/reset-password', body: ['login'] },
  { call: 'GET /tps/api/check/secretKey/{id}' },
  { call: 'GET /tps/api/keyholders/secrets', answer: ['username', 'fullName', 'status'] },
  { call: 'POST /tps/api/keyholders/secrets/check', body: ['secret'], answer: ['result'] },
  { call: 'GET /tps/api/keyholders/account', answer: ['aeskey', 'salt'] },
  { call: 'POST /tps/api/keyholders/secrets', body: ['secret'], answer: ['username', 'fullName', 'status'] },
  { call: 'POST /tps/api/keyholders/account' },
  { call: 'GET /tps/api/keyholders/account/status', answer: ['accountStatus'] },
  { call: 'GET /tps/api/keyholders/fast-client/status', answer: ['status'] },
  { call: 'POST /tps/api/keyholders/account/resend' },
  { call: 'GET /tps/api/properties' },
  {
    call: 'GET /tps/api/properties/self-info',
    answer: ['bin', 'participantCode', 'accountId', 'mobileRegistrationVerificationType'],
  },
  { call: 'GET /tps/api/participant-banks/code/{code}' },
  { call: 'GET /tps/api/balance-inquiry/fast-core/{id}', answer: ['assets'] },
  { call: 'GET /tps/api/fst-iroha-accounts/check-account/{id}', answer: ['frozen', 'accountStatus'] },
  { call: `GET ${accounts}/{id}`, answer: ['accountId', 'accountName', 'name'] },
  { call: `GET ${accounts}/find-by-primary-contact/{phone}`, answer: ['accountId', 'accountName', 'name'] },
  { call: `GET ${accounts}/find-by-account-name/{name}`, answer: ['accountId', 'accountName', 'name'] },
  {
    call: 'POST /tps/api/pg-wallet-transfer',
    body: ['destAccountId', 'assetId', 'amount', 'srcName', 'description', 'extRef', 'sourceOfFunds'],
    answer: ['transactionHash', 'fiTransactionId', 'status', 'transactionCreatedTime'],
  },
  ...['incoming', 'outgoing'].flatMap((direction) => [
    { call: `GET ${iroha}/${direction}`, answer: transactionRow },
    { call: `GET ${iroha}/${direction}/today`, answer: transactionRow },
    { call: `POST ${iroha}/${direction}`, body: transactionFilter, answer: transactionRow },
    { call: `GET ${exports}/iroha-transactions/${direction}`, query: ['type', 'unpaged'], answer: ['id'] },
  ]),
  { call: `GET ${iroha}/{id}`, answer: transactionDetail },
  { call: `GET ${iroha}/{a}/{b}`, answer: transactionDetail },
  { call: `GET ${iroha}/history/{a}/{b}`, answer: transactionDetail },
  { call: `GET ${iroha}/account-details/{id}`, answer: ['transactionHash', 'fiTransactionId'] },
  {
    call: 'GET /report-service/api/transfer-management/fast-transactions/web-history',
    query: ['currency', 'user', 'dateFrom', 'dateTo', 'transactionStatus'],
    answer: transactionRow,
  },
  {
    call: 'GET /report-service/api/fst-iroha-accounts/account-id-starting-with',
    query: ['startLetters', 'page', 'size', 'sort'],
  },
  { call: 'GET /report-service/api/fst-iroha-accounts/list', answer: ['transactionStatuses', 'currencies'] },
  { call: 'POST /tps/api/transfer-management/incoming-transactions/acknowledge', body: ['fstTrxId'] },
  { call: 'POST /tps/api/transfer-management/incoming-transactions/refund', body: ['fstTrxId'] },
  { call: 'GET /report-service/api/report/status/{id}', answer: ['status'] },
  { call: 'GET /report-service/api/report/csv/{id}' },
];

/** 2-console.md section 7, what the first does not name already. */
const consoleCalls: readonly NamedCall[] = [
  {
    call: 'GET /tps/api/iroha-account-summary',
    query: ['type', 'branch'],
    answer: ['totalAccount', 'totalAmounts'],
  },
  { call: 'GET /tps/api/participant-bank-branches', answer: ['id', 'headBranch'] },
  { call: 'PUT /tps/api/participant-bank-branches/add-accounts', body: ['branchId', 'irohaAccounts'] },
  { call: 'PUT /tps/api/participant-bank-branches/remove-accounts', body: ['branchId', 'irohaAccounts'] },
  ...channels.flatMap((channel) => [
    { call: `GET ${accounts}/${channel}`, query: [...paging, 'kyc'], answer: userRow },
    {
      call: `GET ${verification}/${channel}`,
      query: paging,
      answer: [
        'verificationId',
        'name',
        'accountId',
        'primaryContact',
        'secondaryContact',
        'address',
        'registeredDate',
        'requestedDate',
        'accountType',
        'requestStatus',
        'remarks',
      ],
    },
    {
      call: `GET /tps/api/kyc-limits/${channel}`,
      query: ['page', 'size', 'sort'],
      answer: ['id', ...limitFields, 'customLimit', 'createdTime', 'updatedTime'],
    },
    { call: `POST /tps/api/properties/t-c-${channel}`, body: ['text'] },
    { call: `GET /tps/api/report/verification-requests/${channel}`, answer: ['id', 'status'] },
    { call: `GET /tps/api/report/fst-iroha-accounts/${channel}`, answer: ['id', 'status'] },
    { call: `GET /tps/api/report/kyc-limits/${channel}`, answer: ['id', 'status'] },
  ]),
  { call: `GET ${accounts}/{accountId}`, answer: accountDetail },
  { call: 'GET /tps/api/list-iroha-account' },
  { call: 'GET /tps/api/currency-map' },
  { call: `POST ${accounts}/delete-account`, body: ['accountId'] },
  { call: `PUT ${user}/set-user-frozen`, body: ['accountId'] },
  { call: `PUT ${user}/unset-user-frozen`, body: ['accountId'] },

  { call: 'GET /tps/api/v2/verification-requests/{id}' },
  { call: `PUT ${verification}/approve`, body: ['verificationId', 'limitId'] },
  { call: `PUT ${verification}/reject`, body: ['verificationId', 'rejectedReason'] },
  { call: `GET ${verification}/get-active-for-account/{accountId}` },
  { call: `GET ${user}/identity`, query: ['uuid'] },
  { call: `GET ${user}/photo`, query: ['uuid'] },
  {
    call: `GET ${user}/edit-profile/history/{accountId}`,
    answer: ['fieldName', 'oldValue', 'currentValue', 'changedBy', 'dateTime', 'remarks'],
  },
  { call: `POST ${user}/edit-profile`, answer: ['verificationRequestId'] },
  {
    call: `GET ${user}/edit-profile/identity/history/{accountId}`,
    answer: ['liveConfidenceAvg', 'live', 'faceMatch', 'changedBy', 'dateTime'],
  },
  { call: 'GET /tps/api/kyc-limits/active', query: ['page', 'size'] },
  { call: 'GET /tps/api/kyc-limits/{id}', answer: ['id', ...limitFields, 'customLimit'] },
  { call: 'POST /tps/api/kyc-limits/local/add', body: limitFields },
  {
    call: 'POST /tps/api/kyc-limits/local/edit',
    body: ['limitId', 'limitName', 'description', 'limits'],
  },
  { call: 'POST /tps/api/fst-iroha-accounts/limits/set', body: ['accountId', 'limitId'] },

  {
    call: 'GET /tps/api/properties',
    answer: ['termConditionMobile', 'termConditionDesktop', 'termConditionWeb'],
  },
  {
    call: 'GET /tps/api/participant-banks/web/info',
    answer: ['bin', 'phoneNumber', 'email', 'facebook', 'address', 'website', 'logoUuid', 'titleLogoUuid'],
  },
  {
    call: 'POST /tps/api/participant-banks/info',
    body: ['name', 'phone', 'email', 'facebook', 'address', 'website', 'logo', 'titleLogo'],
  },
  { call: 'GET /tps/api/v2/participant-banks/logo/{uuid}' },
  { call: 'GET /tps/api/v2/participant-banks/title-logo/{uuid}' },

  ...['authorizers', 'not-authorizers'].map((which) => ({
    call: `GET /authservice/api/v2/user/desktop/${which}`,
    query: [...paging, 'accountName'],
    answer: ['id', 'accountId', 'organizationName'],
  })),
  {
    call: 'GET /authservice/api/v2/user/desktop/authorizer-requests',
    query: ['page', 'size', 'sort', 'accountName'],
    answer: ['createDate', 'accountName', 'direction', 'status', 'changeMadeBy'],
  },
  { call: `POST ${user}/add-authorizer`, body: ['creatorAccountId', 'authorizerAccountId'] },
  { call: `PUT ${user}/remove-authorizer`, body: ['creatorAccountId', 'authorizerAccountId'] },

  {
    call: `POST ${contactChange}`,
    body: ['accountId', 'replacementMobilePrimaryContact'],
    answer: ['id', 'status'],
  },
  {
    call: `POST ${contactChange}/requests`,
    query: ['page', 'size', 'sort'],
    body: ['status', 'searchFilter'],
    answer: ['id', 'accountId', 'replacementMobilePrimaryContact', 'creatorLogin', 'status', 'rejectReason'],
  },
  { call: `PUT ${contactChange}/resend-sms`, body: ['requestId'] },
  { call: `PUT ${contactChange}/authorize`, body: ['requestId'] },
  { call: `PUT ${contactChange}/cancel`, body: ['requestId'] },
  { call: `PUT ${contactChange}/verify`, body: ['requestId', 'code'] },
  { call: `PUT ${contactChange}/reject`, body: ['requestId'] },

  {
    call: `GET ${recovery}/account-recovery-request`,
    query: paging,
    answer: ['id', 'status', 'accountId', 'name', 'trxHash', 'trxStatus', 'date', 'updateTime', 'comment'],
  },
  {
    call: `POST ${recovery}/account-recovery-request`,
    body: ['accountId', 'name', 'application', 'documentId'],
    answer: ['code'],
  },
  { call: `PUT ${recovery}/account-recovery-close`, body: ['id'] },
  { call: `PUT ${recovery}/account-recovery-revoke`, body: ['trxHash'] },
  { call: `POST ${recovery}/prepare-account-recovery-request`, body: ['accountId', 'name'] },
  { call: `POST ${recovery}/verify-account-recovery-request`, body: ['accountId', 'code'] },
  { call: `GET ${recovery}/requests/{id}`, answer: ['photo', 'application'] },
  { call: `GET ${recovery}/account-recovery-request/{id}`, answer: ['photo', 'application'] },
  { call: `POST ${recovery}/requests`, body: ['status', 'filter'] },
  { call: `PUT ${recovery}/requests/authorize`, body: ['requestId'] },
  { call: `PUT ${recovery}/requests/reject`, body: ['requestId'] },

  {
    call: `GET ${exports}/iroha-transactions/account-details`,
    query: ['accountId', ...paging, 'type', 'from', 'to'],
    answer: ['id'],
  },
  { call: `GET ${exports}/fast-transactions/web-history`, answer: ['id'] },
  { call: 'GET /tps/api/report/list-iroha-account', answer: ['id', 'status'] },
  {
    call: `GET ${jobs}/list`,
    query: [...paging, 'status', 'from', 'to'],
    answer: ['id', 'createdAt', 'reportType', 'queryParams', 'status', 'completedAt', 'fileName', 'hasFile'],
  },
  { call: `GET ${jobs}/statuses` },
  { call: `PUT ${jobs}/cancel/{id}` },
  { call: `GET ${jobs}/download/{id}` },
  {
    call: 'GET /report-service/api/v2/export/account_statement',
    query: ['currency', 'accountId', 'periodInMonth'],
  },
  {
    call: 'GET /report-service/api/v2/export/account_statement/period/options',
    answer: ['value', 'label'],
  },

  {
    call: 'GET /audit-emitter/api/v1/logs',
    query: ['page', 'size', 'roles', 'dateFrom', 'dateTo', 'sort', 'q', 'activities'],
    answer: ['id', 'fullName', 'username', 'roles', 'activity', 'description', 'logDateTime', 'message'],
  },
  { call: 'GET /audit-emitter/api/v1/logs/activities' },
  { call: 'GET /api/users/role-authorities' },

  { call: `GET ${roles}/roles`, query: paging, answer: ['id', 'name', 'permissions'] },
  { call: `GET ${roles}/permissions`, query: paging, answer: ['id', 'name'] },
  { call: `POST ${roles}/permission/create`, body: ['permissionName'] },
  { call: `POST ${roles}/permission/delete`, body: ['permissionId'] },
  { call: `POST ${roles}/role/create`, query: ['roleName'] },
  { call: `POST ${roles}/role/delete`, query: ['roleId'] },
  { call: `POST ${roles}/role/permissions`, query: ['roleId'] },
  { call: `POST ${roles}/user/roles/add`, body: ['userId', 'roleId'] },
  { call: `POST ${roles}/user/roles/remove`, body: ['userId', 'roleId'] },
  { call: 'GET /api/users/authorities' },
  { call: 'POST /api/users/authorities', body: ['id', 'authorities'] },
  { call: 'GET /tps/api/rest-endpoint-permissions', query: paging, answer: ['endpoint'] },
  { call: 'GET /authservice/api/rest-endpoint-permissions', query: paging, answer: ['endpoint'] },
  {
    call: 'GET /api/users',
    answer: ['id', 'login', 'firstName', 'lastName', 'email', 'authorities', 'roles', 'blocked', 'activated'],
  },
  {
    call: 'POST /api/users',
    body: ['login', 'firstName', 'lastName', 'email', 'authorities', 'roleIds'],
  },
  {
    call: 'POST /api/users/edit',
    body: ['id', 'login', 'firstName', 'lastName', 'email', 'authorities', 'roleIds'],
  },
  { call: 'POST /api/users/block/{id}' },
  { call: 'POST /api/users/unblock/{id}' },
];

/** 3-decisions.md sections 2, 7 and 12: paths that the specifications leave open. */
const decidedCalls: readonly NamedCall[] = [
  {
    call: 'GET /tps/api/participant-bank-branches/accounts',
    query: ['branch', 'page', 'size'],
    answer: ['accountId', 'accountType', 'fullName', 'organizationName', 'balanceKhr', 'balanceUsd'],
  },
  { call: 'GET /tps/api/participant-banks/logo-by-code/{code}', answer: ['logo'] },
  { call: 'GET /tps/api/pg-wallet-transfer/by-key/{key}' },
];

export const namedCalls: readonly NamedCall[] = [...portalCalls, ...consoleCalls, ...decidedCalls];
