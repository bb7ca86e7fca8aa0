/** The texts shared with the server, by key: refusals and field faults. */
export { messages as default } from '@tonle/contract/messages';
