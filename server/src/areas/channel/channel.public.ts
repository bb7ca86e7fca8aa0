/** The keys of the bank's own apps, for whoever lets them in. */
export {
  addChannelKey,
  channelAppFinder,
  channelKeys,
  makeApiKey,
  type NewChannelKey,
  revokeChannelKey,
} from './channel-keys.ts';
