/** The keys of the bank's own apps, for whoever lets them in, and what an app may see. */
export {
  addChannelKey,
  channelAppFinder,
  channelKeys,
  makeApiKey,
  type NewChannelKey,
  revokeChannelKey,
} from './channel-keys.ts';
export { ownAccount } from './own-account.ts';
