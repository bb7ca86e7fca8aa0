import type { Area } from './areas.ts';
import { type Authority, type Permission, permissions } from './permissions.ts';
import { exportPermissions } from './report-states.ts';

/**
 * A page of the portal. The menu, the route guard and the roles screen come from this list.
 * A page opens to whoever holds all its permissions (`comesWithAny`: one of them); no page's set contains another's (decisions section 4).
 * The portal shows those that it has a screen for.
 */
export type Page = {
  name: string;
  url: string;
  area: Area;
  /** The menu group the page stands in. */
  group: PageGroup;
  /** A Tabler icon, by its name without the prefix. */
  icon: string;
  permissions: readonly Permission[];
  /** Set where any one of the permissions opens the page: it comes with them, and no role is given it by itself. */
  comesWithAny?: true;
  /** Routes below the page that its permissions open too. */
  details?: readonly string[];
};

export const pageGroups = [
  'overview',
  'main-account',
  'transactions',
  'approvals',
  'customers',
  'requests',
  'settings',
  'console-access',
  'oversight',
  'bank-account',
  'reports',
] as const;
export type PageGroup = (typeof pageGroups)[number];

const page = <const P extends Page>(it: P) => it;

export const pages = [
  page({
    name: 'dashboard',
    url: '/dashboard',
    area: 'main-account',
    group: 'overview',
    icon: 'layout-dashboard',
    permissions: ['main-account.dashboard'],
  }),
  page({
    name: 'total-account',
    url: '/total_account',
    area: 'domain-accounts',
    group: 'overview',
    icon: 'wallet',
    permissions: [
      'domain-accounts.list',
      'domain-accounts.move',
      'domain-accounts.export',
      'transactions.account-detail',
      'transactions.account-detail.export',
    ],
    details: ['/account_detail/{id}', '/view_transaction/{id}', '/view_transaction/{accountId}/{id}'],
  }),
  page({
    name: 'main-account',
    url: '/main_account',
    area: 'main-account',
    group: 'main-account',
    icon: 'building-bank',
    permissions: ['main-account.balance'],
  }),
  page({
    name: 'manage-main-account',
    url: '/manage_main_account',
    area: 'main-account',
    group: 'main-account',
    icon: 'send',
    permissions: ['main-account.transfer'],
  }),
  page({
    name: 'incoming-transactions',
    url: '/incoming_transactions',
    area: 'transactions',
    group: 'transactions',
    icon: 'arrow-down-left',
    permissions: [
      'transactions.incoming',
      'transactions.incoming.export',
      'transactions.acknowledge',
      'transactions.refund',
    ],
    details: ['/view_incoming_transaction/{sourceAccountId}/{fiTransactionId}'],
  }),
  page({
    name: 'outgoing-transactions',
    url: '/outgoing_transactions',
    area: 'transactions',
    group: 'transactions',
    icon: 'arrow-up-right',
    permissions: ['transactions.outgoing', 'transactions.outgoing.export'],
    details: ['/view_outgoing_transaction/{sourceAccountId}/{fiTransactionId}'],
  }),
  page({
    name: 'history',
    url: '/history',
    area: 'transactions',
    group: 'transactions',
    icon: 'history',
    permissions: ['transactions.history', 'transactions.history.export'],
    details: ['/view_history_transaction/{sourceAccountId}/{fiTransactionId}', '/view_transaction/{id}'],
  }),
  page({
    name: 'waiting-for-approval-mobile',
    url: '/waiting_for_approval/mobile',
    area: 'verification',
    group: 'approvals',
    icon: 'user-check',
    permissions: ['verification.list.mobile', 'verification.decide.mobile', 'verification.export.mobile'],
    details: ['/customer_kyc_info/{id}'],
  }),
  page({
    name: 'waiting-for-approval-desktop',
    url: '/waiting_for_approval/desktop',
    area: 'verification',
    group: 'approvals',
    icon: 'user-check',
    permissions: ['verification.list.desktop', 'verification.decide.desktop', 'verification.export.desktop'],
    details: ['/customer_kyc_info/{id}'],
  }),
  page({
    name: 'waiting-for-approval-web',
    url: '/waiting_for_approval/web',
    area: 'verification',
    group: 'approvals',
    icon: 'user-check',
    permissions: ['verification.list.web', 'verification.decide.web', 'verification.export.web'],
    details: ['/customer_kyc_info/{id}'],
  }),
  page({
    name: 'mobile-users',
    url: '/mobile-users',
    area: 'customers',
    group: 'customers',
    icon: 'device-mobile',
    permissions: ['customers.list.mobile', 'customers.export.mobile', 'customers.change.mobile'],
    details: ['/kyc_info/{id}'],
  }),
  page({
    name: 'desktop-users',
    url: '/desktop-users',
    area: 'customers',
    group: 'customers',
    icon: 'building',
    permissions: [
      'customers.list.desktop',
      'customers.export.desktop',
      'customers.change.desktop',
      'authorizers.change',
    ],
    details: ['/kyc_info/{id}', '/manage_authorizers/{accountId}', '/manage_authorizers/{accountId}/{id}'],
  }),
  page({
    name: 'web-users',
    url: '/web-users',
    area: 'customers',
    group: 'customers',
    icon: 'world',
    permissions: ['customers.list.web', 'customers.export.web', 'customers.change.web'],
    details: ['/kyc_info/{id}'],
  }),
  page({
    name: 'auditor-users',
    url: '/auditor-users',
    area: 'customers',
    group: 'customers',
    icon: 'device-mobile',
    permissions: ['customers.audit.mobile'],
    details: ['/auditor_kyc_info/{id}'],
  }),
  page({
    name: 'mobile-user-search',
    url: '/mobile-user-search',
    area: 'customers',
    group: 'customers',
    icon: 'user-search',
    permissions: ['customers.search.mobile'],
  }),
  page({
    name: 'auditor-history',
    url: '/auditor-history',
    area: 'transactions',
    group: 'transactions',
    icon: 'history',
    permissions: ['transactions.audit'],
    details: ['/view_audit_transaction/{sourceAccountId}/{fiTransactionId}'],
  }),
  page({
    name: 'key-recovery-requests',
    url: '/key_recovery_requests',
    area: 'key-recovery',
    group: 'requests',
    icon: 'key',
    permissions: ['key-recovery.request'],
    details: ['/key_recovery_requests_info/{id}'],
  }),
  page({
    name: 'contact-changes-admin',
    url: '/change-phone-requests-admin',
    area: 'contact-changes',
    group: 'requests',
    icon: 'address-book',
    permissions: ['contact-changes.request'],
    details: ['/change-phone-requests-admin/{id}'],
  }),
  page({
    name: 'contact-changes',
    url: '/change-phone-requests',
    area: 'contact-changes',
    group: 'requests',
    icon: 'address-book',
    permissions: ['contact-changes.authorize'],
    details: ['/change-phone-requests/{id}'],
  }),
  page({
    name: 'recovery-requests',
    url: '/recovery-requests',
    area: 'key-recovery',
    group: 'requests',
    icon: 'key',
    permissions: ['key-recovery.authorize'],
    details: ['/recovery-requests-info/{id}'],
  }),
  page({
    name: 'kyc-limit-add',
    url: '/kyc-limit-add',
    area: 'kyc-limits',
    group: 'settings',
    icon: 'plus',
    permissions: ['kyc-limits.add'],
  }),
  page({
    name: 'kyc-limits-mobile',
    url: '/kyc-limit-amount/mobile-limit',
    area: 'kyc-limits',
    group: 'settings',
    icon: 'adjustments-horizontal',
    permissions: ['kyc-limits.list.mobile', 'kyc-limits.edit.mobile', 'kyc-limits.export.mobile'],
    details: ['/kyc-limit-edit/{limitId}'],
  }),
  page({
    name: 'kyc-limits-desktop',
    url: '/kyc-limit-amount/desktop-limit',
    area: 'kyc-limits',
    group: 'settings',
    icon: 'adjustments-horizontal',
    permissions: ['kyc-limits.list.desktop', 'kyc-limits.edit.desktop', 'kyc-limits.export.desktop'],
    details: ['/kyc-limit-edit/{limitId}'],
  }),
  page({
    name: 'kyc-limits-web',
    url: '/kyc-limit-amount/web-limit',
    area: 'kyc-limits',
    group: 'settings',
    icon: 'adjustments-horizontal',
    permissions: ['kyc-limits.list.web', 'kyc-limits.edit.web', 'kyc-limits.export.web'],
    details: ['/kyc-limit-edit/{limitId}'],
  }),
  page({
    name: 'view-bank-info',
    url: '/view_bank_info',
    area: 'bank-info',
    group: 'settings',
    icon: 'info-circle',
    permissions: ['bank-info.change'],
  }),
  page({
    name: 'terms-mobile',
    url: '/terms_and_conditions/mobile',
    area: 'terms',
    group: 'settings',
    icon: 'file-text',
    permissions: ['terms.change.mobile'],
  }),
  page({
    name: 'terms-desktop',
    url: '/terms_and_conditions/desktop',
    area: 'terms',
    group: 'settings',
    icon: 'file-text',
    permissions: ['terms.change.desktop'],
  }),
  page({
    name: 'terms-web',
    url: '/terms_and_conditions/web',
    area: 'terms',
    group: 'settings',
    icon: 'file-text',
    permissions: ['terms.change.web'],
  }),
  page({
    name: 'users',
    url: '/users',
    area: 'console-users',
    group: 'console-access',
    icon: 'users',
    permissions: ['console-users.change'],
    // What one person can do, and through what.
    details: ['/users/{id}'],
  }),
  page({
    name: 'roles',
    url: '/roles',
    area: 'roles',
    group: 'console-access',
    icon: 'shield-lock',
    permissions: ['roles.change'],
  }),
  page({
    name: 'pages',
    url: '/pages',
    area: 'roles',
    group: 'console-access',
    icon: 'files',
    permissions: ['roles.pages'],
  }),
  page({
    name: 'endpoints',
    url: '/endpoints',
    area: 'roles',
    group: 'console-access',
    icon: 'api',
    permissions: ['roles.endpoints'],
  }),
  page({
    name: 'audit-logs',
    url: '/audit-logs',
    area: 'audit-log',
    group: 'oversight',
    icon: 'list-search',
    permissions: ['audit-log.list'],
  }),
  page({
    name: 'keyholder-registration',
    url: '/keyholder/registration',
    area: 'keyholders',
    group: 'bank-account',
    icon: 'key',
    permissions: ['keyholders.register'],
  }),
  page({
    name: 'keyholder-re-install',
    url: '/keyholder/re-install',
    area: 'keyholders',
    group: 'bank-account',
    icon: 'refresh',
    permissions: ['keyholders.re-install'],
  }),
  page({
    name: 'download',
    url: '/download',
    area: 'reports',
    group: 'reports',
    icon: 'download',
    permissions: exportPermissions,
    comesWithAny: true,
  }),
] as const satisfies readonly Page[];
export type PageName = (typeof pages)[number]['name'];

/** The menus of 1-portal.md section 2, in their order. An authority carries its pages' permissions. */
export const authorityPages = {
  ROLE_MANAGER: [
    'dashboard',
    'total-account',
    'main-account',
    'manage-main-account',
    'incoming-transactions',
    'outgoing-transactions',
    'history',
  ],
  ROLE_ACCESS_MANAGER: ['users', 'roles', 'pages', 'endpoints', 'audit-logs'],
  ROLE_AUTHORIZER: ['contact-changes', 'recovery-requests'],
  ROLE_ADMINISTRATOR: [
    'waiting-for-approval-mobile',
    'waiting-for-approval-desktop',
    'waiting-for-approval-web',
    'mobile-users',
    'desktop-users',
    'web-users',
    'key-recovery-requests',
    'kyc-limit-add',
    'kyc-limits-mobile',
    'kyc-limits-desktop',
    'kyc-limits-web',
    'contact-changes-admin',
    'view-bank-info',
    'terms-mobile',
    'terms-desktop',
    'terms-web',
  ],
  ROLE_AUDITOR: ['auditor-users', 'mobile-user-search', 'auditor-history'],
  ROLE_KEYHOLDER: ['keyholder-registration', 'keyholder-re-install'],
  ROLE_INPUTTER: [],
  ROLE_SENDER: [],
} as const satisfies Record<Authority, readonly PageName[]>;

const allPermissions = new Set<string>(permissions);
const pageByName = new Map<string, Page>(pages.map((it) => [it.name, it]));

/** The page of a name; every name of `PageName` has one. */
export const pageOf = (name: PageName): Page => pageByName.get(name) as Page;

/** The permissions that authorities and the permissions of custom roles give together, each once, in the list's order. */
export function permissionsOf(
  held: readonly string[],
  rolePermissions: readonly string[] = [],
): Permission[] {
  const found = new Set<string>(rolePermissions);
  for (const authority of held) {
    for (const name of authorityPages[authority as Authority] ?? [])
      for (const it of pageOf(name).permissions) found.add(it);
  }
  return [...found].filter((it): it is Permission => allPermissions.has(it));
}

/** Whether a set of permissions opens a page. */
const opensTo = ({ permissions: needed, comesWithAny }: Page, held: ReadonlySet<string>): boolean =>
  comesWithAny ? needed.some((it) => held.has(it)) : needed.every((it) => held.has(it));

/** The menu of a user: the authorities' pages in their order, then every page all of whose permissions are held. */
export function menuOf(held: readonly string[], heldPermissions: readonly string[]): Page[] {
  const names = new Set<string>(held.flatMap((authority) => authorityPages[authority as Authority] ?? []));
  const permitted = new Set(heldPermissions);
  const authorityMenu = [...names].map((name) => pageByName.get(name) as Page);
  const others = (pages as readonly Page[]).filter((it) => !names.has(it.name) && opensTo(it, permitted));
  return [...authorityMenu, ...others];
}

/** What a user is to the portal: decides the landing page. */
export const userTypes = [
  'KEYHOLDER',
  'ADMIN',
  'MANAGER',
  'ACCESS_MANAGER',
  'AUTHORIZER',
  'AUDITOR',
  'CUSTOM',
] as const;
export type UserType = (typeof userTypes)[number];

const typeByAuthority = [
  ['ROLE_KEYHOLDER', 'KEYHOLDER'],
  ['ROLE_ADMINISTRATOR', 'ADMIN'],
  ['ROLE_MANAGER', 'MANAGER'],
  ['ROLE_ACCESS_MANAGER', 'ACCESS_MANAGER'],
  ['ROLE_AUTHORIZER', 'AUTHORIZER'],
  ['ROLE_AUDITOR', 'AUDITOR'],
] as const satisfies readonly (readonly [Authority, UserType])[];

/** The user type: the first of the authorities held, in the order of decisions section 4. */
export const userTypeOf = (held: readonly string[]): UserType =>
  typeByAuthority.find(([authority]) => held.includes(authority))?.[1] ?? 'CUSTOM';

/** Where a user lands after signing in (1-portal.md section 2); keyholders by their case status. */
export const landingPath: Record<UserType, string> = {
  KEYHOLDER: '/keyholder/registration',
  ADMIN: '/waiting_for_approval',
  MANAGER: '/dashboard',
  ACCESS_MANAGER: '/users',
  AUDITOR: '/auditor-users',
  AUTHORIZER: '/recovery-requests',
  CUSTOM: '/blank-page',
};
