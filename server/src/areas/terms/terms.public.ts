/** The terms in force, for whoever shows them. */
export { addFirstTerms, type Channel, termsInForce } from './terms.store.ts';
