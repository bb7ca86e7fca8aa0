/** The banks of the network, for whoever needs to name one, and how this one looks. */
export {
  addBanks,
  addJoinedBanks,
  type Bank,
  bankOfCode,
  bankOfDomain,
  type NewBank,
  type OwnBank,
  ownBank,
} from './bank-info.store.ts';
export { ownLogos } from './logos.store.ts';
