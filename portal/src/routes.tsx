import type { PageName } from '@tonle/contract/pages';
import type { ComponentType } from 'react';
import { auditList } from './areas/audit-log/audit-list.ts';
import { auditLogTexts } from './areas/audit-log/audit-log-texts.ts';
import { authorizerList, changeList, otherList } from './areas/authorizers/authorizer-lists.ts';
import { authorizersTexts } from './areas/authorizers/authorizers-texts.ts';
import { bankInfoTexts } from './areas/bank-info/bank-info-texts.ts';
import { usersList } from './areas/console-users/console-users-list.ts';
import { consoleUsersTexts } from './areas/console-users/console-users-texts.ts';
import {
  adminContactChangeList,
  authorizerContactChangeList,
} from './areas/contact-changes/contact-change-lists.ts';
import { contactChangesTexts } from './areas/contact-changes/contact-changes-texts.ts';
import {
  auditorList,
  desktopList,
  identityHistoryList,
  mobileList,
  profileHistoryList,
  userSearchList,
  webList,
} from './areas/customers/customer-lists.ts';
import { customersTexts } from './areas/customers/customers-texts.ts';
import { directList, indirectList } from './areas/domain-accounts/domain-account-lists.ts';
import { domainAccountsTexts } from './areas/domain-accounts/domain-accounts-texts.ts';
import { keyRecoveryTexts } from './areas/key-recovery/key-recovery-texts.ts';
import { adminRecoveryList, authorizerRecoveryList } from './areas/key-recovery/recovery-lists.ts';
import { keyholdersTexts } from './areas/keyholders/keyholders-texts.ts';
import { kycLimitLists } from './areas/kyc-limits/kyc-limit-lists.ts';
import { kycLimitsTexts } from './areas/kyc-limits/kyc-limits-texts.ts';
import { dashboardTexts } from './areas/main-account/dashboard-texts.ts';
import { mainAccountTexts } from './areas/main-account/main-account-texts.ts';
import { paymentQrTexts } from './areas/payment-qr/payment-qr-texts.ts';
import { downloadList } from './areas/reports/download-list.ts';
import { reportsTexts } from './areas/reports/reports-texts.ts';
import {
  authEndpointList,
  pagesList,
  permissionsList,
  rolesList,
  tpsEndpointList,
} from './areas/roles/roles-lists.ts';
import { rolesTexts } from './areas/roles/roles-texts.ts';
import { accountTexts } from './areas/sign-in/account-texts.ts';
import { signInTexts } from './areas/sign-in/sign-in-texts.ts';
import { termsTexts } from './areas/terms/terms-texts.ts';
import {
  accountTransactionsList,
  auditorHistoryList,
  historyList,
  incomingList,
  outgoingList,
} from './areas/transactions/transaction-lists.ts';
import { transactionsTexts } from './areas/transactions/transactions-texts.ts';
import { requestLists } from './areas/verification/request-lists.ts';
import { verificationTexts } from './areas/verification/verification-texts.ts';
import { galleryLists } from './gallery/gallery-list-definitions.ts';
import type { Texts } from './i18n/texts.ts';
import type { PaletteSources } from './shell/palette-source.ts';
import { type Search, searchOf } from './table/list-definition.ts';

type Loaded = { default: ComponentType };

/**
 * A screen: an address and the page that is shown there. The page's module has the component as its default
 * export and loads when it is first visited, together with `texts`.
 */
export type Screen = {
  load: () => Promise<Loaded>;
  /** Texts the page needs, loaded beside it. */
  texts?: readonly Texts[];
  /** Reads what the address's query may say; anything else is dropped. Made by `searchOf`. */
  search?: (raw: Record<string, unknown>) => Search;
} & (
  | {
      /** A page of the contract; the address is the page's. Who may open the page may open the screen. */
      page: PageName;
      detail?: undefined;
      path?: undefined;
    }
  | {
      /** A route below pages, as the contract lists it under their `details`. Any of these pages opens it. */
      detail: string;
      page?: undefined;
      path?: undefined;
    }
  | {
      /** An address of its own: for everybody who is signed in, or, with `public`, for everybody. */
      path: string;
      public?: boolean;
      page?: undefined;
      detail?: undefined;
    }
);

/** The six ways to a transaction's detail share one module. */
type TransactionPages = typeof import('./areas/transactions/transaction-page.tsx');
const transactionPage = async (name: keyof TransactionPages): Promise<Loaded> => {
  const pages = await import('./areas/transactions/transaction-page.tsx');
  return { default: pages[name] };
};

/** The two ways to a customer share one module. */
type KycInfoPages = typeof import('./areas/customers/kyc-info-page.tsx');
const kycInfoPage = async (name: keyof KycInfoPages): Promise<Loaded> => {
  const pages = await import('./areas/customers/kyc-info-page.tsx');
  return { default: pages[name] };
};
const customerHistories = searchOf([profileHistoryList, identityHistoryList]);
/** The three lists of limits share one module. */
type LimitPages = typeof import('./areas/kyc-limits/kyc-limits-page.tsx');
const limitsPage = async (name: keyof LimitPages): Promise<Loaded> => {
  const pages = await import('./areas/kyc-limits/kyc-limits-page.tsx');
  return { default: pages[name] };
};

/** Each side's requests to change a contact, and a request whole. */
type ContactChangesPages = typeof import('./areas/contact-changes/contact-changes-page.tsx');
const contactChangesPage = async (name: keyof ContactChangesPages): Promise<Loaded> => {
  const pages = await import('./areas/contact-changes/contact-changes-page.tsx');
  return { default: pages[name] };
};
type ContactChangePages = typeof import('./areas/contact-changes/contact-change-page.tsx');
const contactChangePage = async (name: keyof ContactChangePages): Promise<Loaded> => {
  const pages = await import('./areas/contact-changes/contact-change-page.tsx');
  return { default: pages[name] };
};

type RecoveryPages = typeof import('./areas/key-recovery/recovery-info-page.tsx');
const recoveryPage = async (name: 'KeyRecoveryRequestInfo' | 'RecoveryRequestInfo'): Promise<Loaded> => {
  const pages: RecoveryPages = await import('./areas/key-recovery/recovery-info-page.tsx');
  return { default: pages[name] };
};

/** So do the three editors of terms. */
type TermsPages = typeof import('./areas/terms/terms-page.tsx');
const termsPage = async (name: keyof TermsPages): Promise<Loaded> => {
  const pages = await import('./areas/terms/terms-page.tsx');
  return { default: pages[name] };
};

/** So do the three lists of requests. */
type WaitingPages = typeof import('./areas/verification/waiting-page.tsx');
const waitingPage = async (name: keyof WaitingPages): Promise<Loaded> => {
  const pages = await import('./areas/verification/waiting-page.tsx');
  return { default: pages[name] };
};

/** The building blocks, while they are worked on: no build carries them. */
const gallery: readonly Screen[] = import.meta.env.DEV
  ? [
      {
        path: '/gallery',
        search: searchOf(Object.values(galleryLists())),
        load: () => import('./gallery/gallery-page.tsx'),
      },
    ]
  : [];

/** Every screen there is. A page of the contract that is missing here is in no menu and opens to nobody. */
export const screens: readonly Screen[] = [
  ...gallery,
  {
    path: '/login',
    public: true,
    texts: [signInTexts],
    load: () => import('./areas/sign-in/login-page.tsx'),
  },
  {
    path: '/forgot-password',
    public: true,
    texts: [signInTexts, accountTexts],
    load: () => import('./areas/sign-in/forgot-password-page.tsx'),
  },
  {
    path: '/outbox',
    public: true,
    texts: [accountTexts],
    load: () => import('./areas/sign-in/outbox-page.tsx'),
  },
  { path: '/settings', texts: [accountTexts], load: () => import('./areas/sign-in/settings-page.tsx') },
  {
    path: '/settings/profile',
    texts: [accountTexts],
    load: () => import('./areas/sign-in/profile-page.tsx'),
  },
  {
    path: '/settings/change_password',
    texts: [accountTexts],
    load: () => import('./areas/sign-in/change-password-page.tsx'),
  },
  {
    page: 'keyholder-registration',
    texts: [keyholdersTexts],
    load: () => import('./areas/keyholders/registration-page.tsx'),
  },
  {
    page: 'keyholder-re-install',
    texts: [keyholdersTexts],
    load: () => import('./areas/keyholders/re-install-page.tsx'),
  },
  {
    page: 'dashboard',
    texts: [dashboardTexts, mainAccountTexts, transactionsTexts],
    load: () => import('./areas/main-account/dashboard-page.tsx'),
  },
  {
    page: 'total-account',
    texts: [domainAccountsTexts, reportsTexts],
    search: searchOf([directList, indirectList]),
    load: () => import('./areas/domain-accounts/total-account-page.tsx'),
  },
  {
    page: 'main-account',
    texts: [mainAccountTexts],
    load: () => import('./areas/main-account/main-account-page.tsx'),
  },
  {
    page: 'manage-main-account',
    texts: [mainAccountTexts],
    search: searchOf([], ['transferTo']),
    load: () => import('./areas/main-account/manage-main-account-page.tsx'),
  },
  {
    page: 'users',
    texts: [consoleUsersTexts],
    search: searchOf([usersList]),
    load: () => import('./areas/console-users/users-page.tsx'),
  },
  {
    detail: '/users/{id}',
    texts: [consoleUsersTexts],
    load: () => import('./areas/console-users/user-access-page.tsx'),
  },
  {
    page: 'roles',
    texts: [rolesTexts],
    search: searchOf([rolesList, permissionsList], ['view']),
    load: () => import('./areas/roles/roles-page.tsx'),
  },
  {
    page: 'pages',
    texts: [rolesTexts],
    search: searchOf([pagesList]),
    load: () => import('./areas/roles/pages-page.tsx'),
  },
  {
    page: 'endpoints',
    texts: [rolesTexts],
    search: searchOf([authEndpointList, tpsEndpointList], ['view']),
    load: () => import('./areas/roles/endpoints-page.tsx'),
  },
  {
    page: 'download',
    texts: [reportsTexts],
    search: searchOf([downloadList]),
    load: () => import('./areas/reports/download-page.tsx'),
  },
  {
    page: 'audit-logs',
    texts: [auditLogTexts],
    search: searchOf([auditList]),
    load: () => import('./areas/audit-log/audit-logs-page.tsx'),
  },
  { path: '/404', public: true, load: () => import('./shell/lost-page.tsx') },
  { path: '/500', public: true, load: () => import('./shell/fault-page.tsx') },
  { path: '/blank-page', load: () => import('./shell/blank-page.tsx') },
  {
    page: 'incoming-transactions',
    load: () => import('./areas/transactions/incoming-transactions-page.tsx'),
    texts: [transactionsTexts, reportsTexts],
    search: searchOf([incomingList]),
  },
  {
    page: 'outgoing-transactions',
    load: () => import('./areas/transactions/outgoing-transactions-page.tsx'),
    texts: [transactionsTexts, reportsTexts],
    search: searchOf([outgoingList]),
  },
  {
    page: 'history',
    load: () => import('./areas/transactions/history-page.tsx'),
    texts: [transactionsTexts, reportsTexts],
    search: searchOf([historyList]),
  },
  {
    page: 'auditor-history',
    load: () => import('./areas/transactions/history-audit-page.tsx'),
    texts: [transactionsTexts, reportsTexts],
    search: searchOf([auditorHistoryList]),
  },
  {
    detail: '/view_incoming_transaction/{sourceAccountId}/{fiTransactionId}',
    load: () => transactionPage('IncomingTransaction'),
    texts: [transactionsTexts],
  },
  {
    detail: '/view_outgoing_transaction/{sourceAccountId}/{fiTransactionId}',
    load: () => transactionPage('OutgoingTransaction'),
    texts: [transactionsTexts],
  },
  {
    detail: '/view_history_transaction/{sourceAccountId}/{fiTransactionId}',
    load: () => transactionPage('HistoryTransaction'),
    texts: [transactionsTexts],
  },
  {
    detail: '/view_audit_transaction/{sourceAccountId}/{fiTransactionId}',
    load: () => transactionPage('AuditTransaction'),
    texts: [transactionsTexts],
  },
  {
    detail: '/account_detail/{id}',
    load: () => import('./areas/transactions/account-detail-page.tsx'),
    texts: [transactionsTexts, reportsTexts, paymentQrTexts],
    search: searchOf([accountTransactionsList]),
  },
  {
    detail: '/view_transaction/{accountId}/{id}',
    load: () => transactionPage('AccountTransaction'),
    texts: [transactionsTexts],
  },
  {
    detail: '/view_transaction/{id}',
    load: () => transactionPage('TransactionById'),
    texts: [transactionsTexts],
  },
  {
    page: 'mobile-users',
    load: () => import('./areas/customers/mobile-users-page.tsx'),
    texts: [customersTexts, reportsTexts],
    search: searchOf([mobileList]),
  },
  {
    page: 'desktop-users',
    load: () => import('./areas/customers/desktop-users-page.tsx'),
    texts: [customersTexts, reportsTexts],
    search: searchOf([desktopList]),
  },
  {
    page: 'web-users',
    load: () => import('./areas/customers/web-users-page.tsx'),
    texts: [customersTexts, reportsTexts],
    search: searchOf([webList]),
  },
  {
    page: 'auditor-users',
    load: () => import('./areas/customers/auditor-users-page.tsx'),
    texts: [customersTexts],
    search: searchOf([auditorList]),
  },
  {
    page: 'mobile-user-search',
    load: () => import('./areas/customers/mobile-user-search-page.tsx'),
    texts: [customersTexts],
    search: searchOf([userSearchList]),
  },
  {
    detail: '/kyc_info/{id}',
    load: () => kycInfoPage('KycInfo'),
    texts: [
      customersTexts,
      keyRecoveryTexts,
      contactChangesTexts,
      paymentQrTexts,
      kycLimitsTexts,
      authorizersTexts,
    ],
    search: customerHistories,
  },
  {
    detail: '/auditor_kyc_info/{id}',
    load: () => kycInfoPage('AuditorKycInfo'),
    texts: [customersTexts],
    search: customerHistories,
  },
  {
    detail: '/manage_authorizers/{accountId}',
    load: () => import('./areas/authorizers/manage-authorizers-page.tsx'),
    texts: [authorizersTexts],
    search: searchOf([authorizerList, otherList, changeList]),
  },
  {
    detail: '/manage_authorizers/{accountId}/{id}',
    load: () => import('./areas/authorizers/authorizer-change-page.tsx'),
    texts: [authorizersTexts],
  },
  {
    page: 'waiting-for-approval-mobile',
    load: () => waitingPage('MobileWaiting'),
    texts: [verificationTexts, customersTexts],
    search: searchOf([requestLists.MOBILE]),
  },
  {
    page: 'waiting-for-approval-desktop',
    load: () => waitingPage('DesktopWaiting'),
    texts: [verificationTexts, customersTexts],
    search: searchOf([requestLists.DESKTOP]),
  },
  {
    page: 'waiting-for-approval-web',
    load: () => waitingPage('WebWaiting'),
    texts: [verificationTexts, customersTexts],
    search: searchOf([requestLists.WEB]),
  },
  {
    detail: '/customer_kyc_info/{id}',
    load: () => import('./areas/verification/review-page.tsx'),
    texts: [verificationTexts, customersTexts],
    search: customerHistories,
  },
  {
    page: 'kyc-limits-mobile',
    load: () => limitsPage('MobileLimits'),
    texts: [kycLimitsTexts, reportsTexts],
    search: searchOf([kycLimitLists.MOBILE]),
  },
  {
    page: 'kyc-limits-desktop',
    load: () => limitsPage('DesktopLimits'),
    texts: [kycLimitsTexts, reportsTexts],
    search: searchOf([kycLimitLists.DESKTOP]),
  },
  {
    page: 'kyc-limits-web',
    load: () => limitsPage('WebLimits'),
    texts: [kycLimitsTexts, reportsTexts],
    search: searchOf([kycLimitLists.WEB]),
  },
  {
    page: 'kyc-limit-add',
    load: () => import('./areas/kyc-limits/kyc-limit-add-page.tsx'),
    texts: [kycLimitsTexts],
    search: searchOf([], ['type']),
  },
  {
    detail: '/kyc-limit-edit/{limitId}',
    load: () => import('./areas/kyc-limits/kyc-limit-edit-page.tsx'),
    texts: [kycLimitsTexts],
  },
  { page: 'terms-mobile', texts: [termsTexts], load: () => termsPage('MobileTerms') },
  { page: 'terms-desktop', texts: [termsTexts], load: () => termsPage('DesktopTerms') },
  { page: 'terms-web', texts: [termsTexts], load: () => termsPage('WebTerms') },
  {
    page: 'view-bank-info',
    texts: [bankInfoTexts],
    load: () => import('./areas/bank-info/bank-info-page.tsx'),
  },
  {
    page: 'contact-changes-admin',
    load: () => contactChangesPage('AdminContactChanges'),
    texts: [contactChangesTexts],
    search: searchOf([adminContactChangeList]),
  },
  {
    page: 'contact-changes',
    load: () => contactChangesPage('AuthorizerContactChanges'),
    texts: [contactChangesTexts],
    search: searchOf([authorizerContactChangeList]),
  },
  {
    detail: '/change-phone-requests-admin/{id}',
    load: () => contactChangePage('AdminContactChange'),
    texts: [contactChangesTexts],
  },
  {
    detail: '/change-phone-requests/{id}',
    load: () => contactChangePage('AuthorizerContactChange'),
    texts: [contactChangesTexts],
  },
  {
    page: 'key-recovery-requests',
    texts: [keyRecoveryTexts],
    search: searchOf([adminRecoveryList]),
    load: () => import('./areas/key-recovery/key-recovery-requests-page.tsx'),
  },
  {
    page: 'recovery-requests',
    texts: [keyRecoveryTexts],
    search: searchOf([authorizerRecoveryList]),
    load: () => import('./areas/key-recovery/recovery-requests-page.tsx'),
  },
  {
    detail: '/key_recovery_requests_info/{id}',
    texts: [keyRecoveryTexts],
    load: () => recoveryPage('KeyRecoveryRequestInfo'),
  },
  {
    detail: '/recovery-requests-info/{id}',
    texts: [keyRecoveryTexts],
    load: () => recoveryPage('RecoveryRequestInfo'),
  },
];

/** Addresses that lead on: to the first of the pages that the user may open. */
export const redirects: Readonly<Record<string, readonly PageName[]>> = {
  '/waiting_for_approval': [
    'waiting-for-approval-mobile',
    'waiting-for-approval-desktop',
    'waiting-for-approval-web',
  ],
  '/kyc-limit-amount': ['kyc-limits-mobile', 'kyc-limits-desktop', 'kyc-limits-web'],
};

/** What areas, and the manual, add to the ⌘K palette: exports of their `.public.tsx`, loaded with the first search. */
export const paletteSources: PaletteSources = [
  async () => (await import('./areas/customers/customers.public.tsx')).customersInPalette,
  async () => (await import('./areas/transactions/transactions.public.tsx')).transactionsInPalette,
  async () => (await import('./shell/manual-in-palette.tsx')).manualInPalette,
];
