/** The way to other banks, for areas that pay to them, ask them, or decide on what came from them. */
export { type DecisionDelivery, decisionDeliveryOf, resendDecision } from './decision.service.ts';
export {
  sendKeyChange,
  sendKeyChangeRevoked,
  tellKeyChangesAgain,
} from './key-change.service.ts';
export { keyChangeDelivery } from './key-change.store.ts';
export { networkAttachmentTables } from './messages.store.ts';
export { Network, type NetworkOptions } from './network.ts';
export { measureNetwork } from './network-metrics.ts';
export {
  decisionAttachment,
  type OutgoingPayment,
  outgoingAttachments,
  outgoingDraft,
} from './outgoing-payment.ts';
