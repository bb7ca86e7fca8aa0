import { expect, test } from 'vitest';
import { fill, messages } from './messages.ts';
import { type ReasonKey, readReason, reasons } from './reasons.ts';

const params = { hours: '24', account: 'sok_dara@chkt', max: '50', request: '1204' };

test('every reason of the bank is read from what was written down', () => {
  for (const key of Object.keys(reasons) as ReasonKey[]) {
    const read = readReason(fill(messages[key], params));
    expect(read?.key).toBe(key);
    expect(fill(messages[key], read?.params)).toBe(fill(messages[key], params));
  }
});

test.each([
  'The customer asked for it',
  ' is not an authorizer',
  'The person who signed the form is not an authorizer',
  'Account of the shop is deleted',
  'No account was found for 012 345 678',
  'Not finished within a few hours',
  'An account has at most two authorizers',
  'Verification request of the shop',
])('what a person wrote is left: %s', (reason) => {
  expect(readReason(reason)).toBeUndefined();
});
