import { expect, test } from 'vitest';
import { fill, messages } from './messages.ts';
import { type ReasonKey, readReason, reasons } from './reasons.ts';

const params = { hours: '24', account: 'sok_dara@chkt', max: '50' };

test('every reason of the bank is read from what was written down; what a person wrote is left', () => {
  for (const key of Object.keys(reasons) as ReasonKey[]) {
    const read = readReason(fill(messages[key], params));
    expect(read?.key).toBe(key);
    expect(fill(messages[key], read?.params)).toBe(fill(messages[key], params));
  }
  expect(readReason('The customer asked for it')).toBeUndefined();
  expect(readReason(' is not an authorizer')).toBeUndefined();
});
