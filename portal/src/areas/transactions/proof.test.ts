import type { TransactionProof } from '@tonle/contract/transactions';
import { describe, expect, test } from 'vitest';
import { checkSealing } from './proof.ts';

const encoder = new TextEncoder();
const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex');
const sha256 = async (text: string, prefix?: number) =>
  hex(
    await crypto.subtle.digest(
      'SHA-256',
      new Uint8Array([...(prefix === undefined ? [] : [prefix]), ...encoder.encode(text)]),
    ),
  );

const createdMs = Date.parse('2026-03-10T05:00:00.123Z');

/** A block of one posting: 15,000 riel from a_b to the shop. */
async function sealed(amountMinor = '15000'): Promise<{ proof: TransactionProof; hash: string }> {
  const sides = ['a_b@chkt', 'shop@chkt', 'a_b@chkt', 'shop@chkt'];
  const payload = JSON.stringify(
    ['tonle transfer 1', '00', 'khr#nbc', amountMinor, 'SEND_PAY', 'SUCCESS', null, ...sides].concat([
      null,
      'FI1',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      [],
    ] as never[]),
  );
  const hash = await sha256(payload);
  const leaf = JSON.stringify([
    'tonle posting 1',
    '41',
    String(createdMs),
    hash,
    '0',
    amountMinor,
    null,
    null,
  ]);
  const root = await sha256(leaf, 0);
  const block = JSON.stringify(['tonle block 1', '7', '00', root, '41', '41', '0', '0', '0', '0', 'T']);
  return { hash, proof: { payload, leaf, path: [], block, blockHash: await sha256(block, 2) } };
}

const shownAs = (transactionHash: string) => ({
  transactionHash,
  assetId: 'khr#nbc' as const,
  currencyName: 'KHR' as const,
  transactionContent: {
    commandList: [{ commandCase: 'TRANSFER_ASSET', amount: '15000' }],
    details: { sourceOfFunds: null },
  },
  sourceAccountId: 'a_b@chkt',
  destinationAccountId: 'shop@chkt',
  fiTransactionId: 'FI1',
  transactionCreatedTime: new Date(createdMs).toISOString(),
});

describe('a proof', () => {
  test('that holds for what is shown names its block', async () => {
    const { proof, hash } = await sealed();
    expect(await checkSealing(shownAs(hash), proof)).toEqual({
      holds: true,
      blockHeight: '7',
      blockHash: proof.blockHash,
      seq: '41',
    });
  });

  test.each([
    [
      'payload',
      (it: TransactionProof) => ({ ...it, payload: it.payload?.replace('15000', '15001') }),
      'transaction-hash',
    ],
    ['leaf', (it: TransactionProof) => ({ ...it, leaf: it.leaf.replace('"41"', '"42"') }), 'sequence'],
    [
      'path',
      (it: TransactionProof) => ({ ...it, path: [{ side: 'left' as const, hash: '0'.repeat(64) }] }),
      'path',
    ],
    ['block', (it: TransactionProof) => ({ ...it, block: it.block.replace('"7"', '"8"') }), 'block-hash'],
    ['block hash', (it: TransactionProof) => ({ ...it, blockHash: 'f'.repeat(64) }), 'block-hash'],
  ])('whose %s was changed does not hold', async (_, change, fault) => {
    const { proof, hash } = await sealed();
    expect(await checkSealing(shownAs(hash), change(proof))).toEqual({ holds: false, fault });
  });

  test.each([
    [
      'amount',
      {
        transactionContent: {
          ...shownAs('').transactionContent,
          commandList: [{ commandCase: '', amount: '15' }],
        },
      },
    ],
    ['receiver', { destinationAccountId: 'axb@chkt' }],
    ['sender', { sourceAccountId: 'axb@chkt' }],
    ['time', { transactionCreatedTime: '2026-03-10T05:00:01.123Z' }],
    ['id', { fiTransactionId: 'FI2' }],
    ['asset', { assetId: 'usd#nbc' as const }],
  ])('that is true for another %s than is shown does not hold', async (_, other) => {
    const { proof, hash } = await sealed();
    expect(await checkSealing({ ...shownAs(hash), ...other }, proof)).toEqual({
      holds: false,
      fault: 'other-transaction',
    });
  });
});
