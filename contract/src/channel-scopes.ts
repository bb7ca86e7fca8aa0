/** What the key of one of the bank's own apps may be good for. */
export const channelScopes = [
  'channel.open',
  'channel.kyc',
  'channel.read',
  'channel.pay',
  'channel.codes',
  'channel.recover',
  'channel.signatories',
] as const;
export type ChannelScope = (typeof channelScopes)[number];

export const isChannelScope = (it: unknown): it is ChannelScope =>
  (channelScopes as readonly unknown[]).includes(it);

/** The header that carries an app's key. */
export const apiKeyHeader = 'x-api-key';
