import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyChangeMessage, MessageToBank } from '@tonle/contract/network';
import { afterEach, expect, test } from 'vitest';
import { ordinary } from './faults.ts';
import { KeyChanges } from './key-changes.ts';

let changes: KeyChanges | undefined;
afterEach(() => changes?.close());

function open(fail = 0, delayMs = 1) {
  const told: { messageId: string; message: MessageToBank }[] = [];
  const door = {
    deliver: async (messageId: string, message: MessageToBank) => {
      told.push({ messageId, message });
      return 'given-up' as const;
    },
  };
  const faults = { ...ordinary, fail, delayMinMs: delayMs, delayMaxMs: delayMs };
  changes = new KeyChanges({ seed: 'test', run: 'test', faults, door });
  return { changes, told };
}

const change = (accountId = 'a_b@chkt'): KeyChangeMessage => ({
  type: 'KEY_CHANGE',
  transactionHash: 'a'.repeat(64),
  accountId,
  keyId: 'customer-1',
  publicKey: `${'A'.repeat(43)}=`,
});
const revoked = { type: 'KEY_CHANGE_REVOKED', transactionHash: 'a'.repeat(64) } as const;

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 200; tries += 1) await sleep(5);
  expect(holds()).toBe(true);
}

test('a key’s change is taken, then said yes to; announced again it is said again under the same id', async () => {
  const { changes, told } = open();
  expect(changes.take(change())).toEqual({ outcome: 'ACCEPTED' });
  await until(() => told.length === 1);
  expect(told[0]?.message).toMatchObject({ type: 'KEY_CHANGE_STATUS', verdict: 'APPROVED' });
  changes.take(change());
  await until(() => told.length === 2);
  expect(told[1]).toEqual(told[0]);
  expect(changes.revoke(revoked)).toMatchObject({ outcome: 'REFUSED', error: 'KEY_CHANGE_DECIDED' });
});

test('some are refused, and those of accounts of a certain name always', async () => {
  const { changes, told } = open();
  changes.take(change('refused_phone@chkt'));
  await until(() => told.length === 1);
  expect(told[0]?.message).toMatchObject({ verdict: 'REJECTED', reason: expect.any(String) });
  const bad = open(100);
  bad.changes.take(change());
  await until(() => bad.told.length === 1);
  expect(bad.told[0]?.message).toMatchObject({ verdict: 'REJECTED' });
});

test('revoked in time, nothing more is heard of it', async () => {
  const { changes, told } = open(0, 20);
  changes.take(change());
  expect(changes.revoke(revoked)).toEqual({ outcome: 'ACCEPTED' });
  expect(changes.revoke({ ...revoked, transactionHash: 'b'.repeat(64) })).toEqual({ outcome: 'ACCEPTED' });
  await sleep(60);
  expect(told).toEqual([]);
});
