/** The terms in force, for whoever shows them. */
export { addFirstTerms, termsInForce } from './terms.store.ts';
