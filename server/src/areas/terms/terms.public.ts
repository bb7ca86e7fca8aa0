/** The terms in force, for whoever shows them. */
export { termsInForce } from './terms.service.ts';
export { addFirstTerms } from './terms.store.ts';
