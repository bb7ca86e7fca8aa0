import { accountIdPattern } from './account-id.ts';

/**
 * Texts of `messages` that the bank itself also writes down as the reason why something failed, was changed or was
 * paid, in English as all that is written down. Apart, so that the few pages that show such reasons know them without all
 * the others.
 */
export const reasons = {
  'reason.code-exhausted': 'The fifth wrong code',
  'reason.unfinished': 'Not finished within {hours} hours',
  'reason.network-refused': 'The network refused the key’s change',
  'reason.key-in-use': 'The new key is in use already',
  'reason.contact-change': 'Contact change request {request}',
  'reason.verification': 'Verification request {request}',
  'reason.refund': 'Refund of a deposit',
  'reason.refunded': 'Refunded by the receiver',
  'reason.returned': 'Money returned',
  'refusal.ACCOUNT_NOT_FOUND': 'No account was found for {account}',
  'refusal.ACCOUNT_DELETED': 'Account {account} is deleted',
  'refusal.AUTHORIZER_ALREADY': '{account} is an authorizer already',
  'refusal.AUTHORIZER_NOT_THERE': '{account} is not an authorizer',
  'refusal.AUTHORIZERS_TOO_MANY': 'An account has at most {max} authorizers',
  'refusal.CONTACT_IN_USE': 'There is an account with this primary contact already',
} as const;
export type ReasonKey = keyof typeof reasons;

/** What the bank puts in the braces. Where anything else stands there, a person wrote it. */
const braces: Readonly<Record<string, RegExp>> = {
  account: accountIdPattern,
  hours: /^\d+$/,
  max: /^\d+$/,
  request: /^\d+$/,
};

/** Which text of the bank's own a reason is, and with what in its braces; undefined for what a person has written. */
export function readReason(reason: string): { key: ReasonKey; params: Record<string, string> } | undefined {
  for (const [key, template] of Object.entries(reasons) as [ReasonKey, string][]) {
    const [before = '', name, after = ''] = template.split(/[{}]/);
    if (name === undefined) {
      if (reason === template) return { key, params: {} };
    } else if (reason.startsWith(before) && reason.endsWith(after)) {
      const held = reason.slice(before.length, reason.length - after.length);
      if (braces[name]?.test(held)) return { key, params: { [name]: held } };
    }
  }
  return undefined;
}
