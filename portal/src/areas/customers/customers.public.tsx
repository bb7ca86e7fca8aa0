/** What is known of a customer, for the areas that review and serve them. */
export {
  /** @public */
  Contact,
} from './contact.tsx';
export {
  /** @public */
  AccountStanding,
  /** @public */
  KycState,
} from './customer-states.tsx';
export { customersInPalette } from './customers-palette.tsx';
export {
  /** @public */
  FieldName,
  /** @public */
  FieldValue,
} from './histories.tsx';
export {
  /** @public */
  khmerNameOf,
  /** @public */
  nameOf,
} from './names.ts';
export {
  /** @public For the review of a verification request. */
  UserInfo,
} from './user-info.tsx';
