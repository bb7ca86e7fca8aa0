import type { Permission } from './permissions.ts';

/** The kinds of account that customers have, each of a channel of its own. */
export const channelAccountTypes = ['MOBILE', 'DESKTOP', 'WEB'] as const;
export type ChannelAccountType = (typeof channelAccountTypes)[number];

type Channel = Lowercase<ChannelAccountType>;
type PerChannel<P> = P extends `${infer Action}.${Channel}` ? Action : never;
/** A permission that is given per channel, without the channel: `verification.decide`. */
export type ChannelAction = PerChannel<Permission>;

/** The permission of an action for a kind of account. */
export const permissionFor = <Action extends ChannelAction>(
  action: Action,
  accountType: ChannelAccountType,
): Extract<Permission, `${Action}.${string}`> =>
  `${action}.${accountType.toLowerCase()}` as Extract<Permission, `${Action}.${string}`>;

/** The kinds of account for which any of these actions is permitted (decisions section 4: checked on the row). */
export const accountTypesFor = (
  held: ReadonlySet<Permission>,
  ...actions: readonly ChannelAction[]
): ChannelAccountType[] =>
  channelAccountTypes.filter((type) => actions.some((action) => held.has(permissionFor(action, type))));
