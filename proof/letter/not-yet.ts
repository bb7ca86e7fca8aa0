/**
 * What the specifications name and the product lacks. The test fails as soon as one of these is there, so that the list
 * is emptied; and it fails where something else is missing.
 */
export const notYet: {
  readonly calls: readonly string[];
  readonly routes: readonly string[];
  readonly texts: readonly string[];
} = {
  calls: [],
  routes: ['/terms_and_conditions/desktop', '/terms_and_conditions/mobile', '/terms_and_conditions/web'],
  texts: [
    'Do you want to change T&C for mobile/desktop/web?',
    'T&C for desktop has been successfully changed',
    'T&C for mobile has been successfully changed',
    'T&C for web has been successfully changed',
  ],
};
