/** What the network says of a customer's new key, what moves recoveries by itself, and whether an account has one open. */
export { hearKeyChange } from './key-change.service.ts';
export { startRecoveryWork, type WorkDeps } from './recovery-work.ts';
export { openRequestOf } from './requests.store.ts';
