/** Changes of the contact that an account is known by, for areas that ask whether there is one. */
export { makeContactChanger } from './applying.ts';
export { codeSubjectOf, record, verifyChange } from './contact-changes.service.ts';
export {
  type ContactChangeRow,
  insertChange,
  openChangeOf,
} from './contact-changes.store.ts';
