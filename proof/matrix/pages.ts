/**
 * Who may open each page and each route below pages, declared apart from the contract's permissions; `teller` holds a
 * custom role. A page or route without a row here fails.
 */
export const pagePeople = [
  'manager',
  'admin',
  'access',
  'auditor',
  'authorizer',
  'keyholder1',
  'teller',
] as const;

export const admittedToPages: Readonly<Record<string, string>> = {
  '/dashboard': 'manager',
  '/total_account': 'manager',
  '/account_detail/{id}': 'manager',
  '/view_transaction/{id}': 'manager',
  '/view_transaction/{accountId}/{id}': 'manager',
  '/main_account': 'manager teller',
  '/manage_main_account': 'manager teller',
  '/incoming_transactions': 'manager',
  '/view_incoming_transaction/{sourceAccountId}/{fiTransactionId}': 'manager',
  '/outgoing_transactions': 'manager teller',
  '/view_outgoing_transaction/{sourceAccountId}/{fiTransactionId}': 'manager teller',
  '/history': 'manager',
  '/view_history_transaction/{sourceAccountId}/{fiTransactionId}': 'manager',

  '/waiting_for_approval/mobile': 'admin',
  '/waiting_for_approval/desktop': 'admin',
  '/waiting_for_approval/web': 'admin',
  '/customer_kyc_info/{id}': 'admin',
  '/mobile-users': 'admin',
  '/desktop-users': 'admin',
  '/web-users': 'admin',
  '/kyc_info/{id}': 'admin',
  '/manage_authorizers/{accountId}': 'admin',
  '/manage_authorizers/{accountId}/{id}': 'admin',
  '/key_recovery_requests': 'admin',
  '/key_recovery_requests_info/{id}': 'admin',
  '/change-phone-requests-admin': 'admin',
  '/change-phone-requests-admin/{id}': 'admin',
  '/kyc-limit-add': 'admin',
  '/kyc-limit-amount/mobile-limit': 'admin',
  '/kyc-limit-amount/desktop-limit': 'admin',
  '/kyc-limit-amount/web-limit': 'admin',
  '/kyc-limit-edit/{limitId}': 'admin',
  '/view_bank_info': 'admin',
  '/terms_and_conditions/mobile': 'admin',
  '/terms_and_conditions/desktop': 'admin',
  '/terms_and_conditions/web': 'admin',

  '/auditor-users': 'auditor',
  '/auditor_kyc_info/{id}': 'auditor',
  '/mobile-user-search': 'auditor',
  '/auditor-history': 'auditor',
  '/view_audit_transaction/{sourceAccountId}/{fiTransactionId}': 'auditor',

  '/change-phone-requests': 'authorizer',
  '/change-phone-requests/{id}': 'authorizer',
  '/recovery-requests': 'authorizer',
  '/recovery-requests-info/{id}': 'authorizer',

  '/users': 'access',
  '/users/{id}': 'access',
  '/roles': 'access',
  '/pages': 'access',
  '/endpoints': 'access',
  '/audit-logs': 'access',

  '/keyholder/registration': 'keyholder1',
  '/keyholder/re-install': 'keyholder1',

  '/download': 'manager admin teller',
};
