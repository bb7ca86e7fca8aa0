/** The banks of the network, for whoever needs to name one. */
export { addBanks, bankOfCode, type NewBank, type OwnBank, ownBank } from './bank-info.store.ts';
