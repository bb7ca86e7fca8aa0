export { messagesKm as default } from '@tonle/contract/messages.km';
