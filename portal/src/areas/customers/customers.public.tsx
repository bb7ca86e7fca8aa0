/** What is known of a customer, for the areas that review and serve them. */
export { Contact } from './contact.tsx';
export {
  AccountStanding,
  KycState,
} from './customer-states.tsx';
export { customersInPalette } from './customers-palette.tsx';
export {
  FieldName,
  FieldValue,
} from './histories.tsx';
export {
  khmerNameOf,
  nameOf,
} from './names.ts';
export { UserInfo } from './user-info.tsx';
