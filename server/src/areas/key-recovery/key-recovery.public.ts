/** What the network says of a customer's new key, and what moves recoveries by itself. */
export { hearKeyChange } from './key-change.service.ts';
export { startRecoveryWork, type WorkDeps } from './recovery-work.ts';
