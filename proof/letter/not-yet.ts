/**
 * What the specifications name and the product lacks. The test fails as soon as one of these is there, so that the list
 * is emptied; and it fails where something else is missing.
 */
export const notYet: {
  readonly calls: readonly string[];
  readonly routes: readonly string[];
  readonly texts: readonly string[];
} = {
  calls: [
    'GET /tps/api/iroha-account-summary',
    'GET /tps/api/participant-bank-branches',
    'GET /tps/api/participant-bank-branches/accounts',
    'GET /tps/api/participant-banks/logo-by-code/{code}',
    'GET /tps/api/participant-banks/web/info',
    'GET /tps/api/v2/participant-banks/logo/{uuid}',
    'GET /tps/api/v2/participant-banks/title-logo/{uuid}',
    'POST /tps/api/participant-banks/info',
    'POST /tps/api/properties/t-c-desktop',
    'POST /tps/api/properties/t-c-mobile',
    'POST /tps/api/properties/t-c-web',
    'PUT /tps/api/participant-bank-branches/add-accounts',
    'PUT /tps/api/participant-bank-branches/remove-accounts',
  ],
  routes: [
    '/dashboard',
    '/terms_and_conditions/desktop',
    '/terms_and_conditions/mobile',
    '/terms_and_conditions/web',
    '/total_account',
    '/view_bank_info',
  ],
  texts: [
    'Are you sure you want to update Bank contact information?',
    'Bank information has been changed successfully',
    'Do you want to change T&C for mobile/desktop/web?',
    'Incorrect facebook address',
    'Incorrect phone number',
    'Incorrect website. Example: {host}/',
    "Please enter bank's address",
    "Please enter bank's email",
    "Please enter bank's name",
    "Please enter bank's phone",
    'Please enter website',
    'T&C for desktop has been successfully changed',
    'T&C for mobile has been successfully changed',
    'T&C for web has been successfully changed',
  ],
};
