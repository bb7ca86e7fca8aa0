import { describe, expect, it } from 'vitest';
import { blockText, leafText, type SealedRecord, transferPayload } from './encoding.ts';
import { payloadFields, prepareTransfer } from './prepare.ts';
import { checkProof, type InclusionProof, transactionHashOf } from './proof.ts';
import { blockHash, genesisHash, leafOf, merklePath, merkleRoot, seal, sha256 } from './seal.ts';

/** Written down once and never changed: a ledger sealed today must verify in ten years. */
const golden = {
  transfer: prepareTransfer({
    nonce: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
    assetId: 'usd#nbc',
    amountMinor: 9_007_199_254_740_993n,
    type: 'SEND_PAY',
    standing: { status: 'PENDING', businessStatus: 'PENDING' },
    debitAccountId: 'chktkhppxxx@chkt',
    creditAccountId: 'abaakhppxxx@settle',
    destinationAccountId: 'dara@aba',
    fiTransactionId: 'fi-1',
    extRef: 'INV-1',
    description: 'a "quoted" \\ text',
    destinationName: 'សុខ ដារ៉ា',
    details: { zebra: 'last', apple: 'first', empty: '' },
  }),
  records: [
    {
      kind: 'A',
      seq: 1n,
      createdMs: 1_768_446_000_123,
      accountId: 'chktkhppxxx@chkt',
      accountKind: 'MAIN',
      bankCode: null,
      status: 'ACTIVATED',
    },
    {
      kind: 'K',
      seq: 2n,
      createdMs: 1_768_446_000_123,
      accountId: 'chktkhppxxx@chkt',
      keyId: 'key-1',
      action: 'REGISTER',
      publicKey: 'ab'.repeat(32),
    },
    {
      kind: 'T',
      seq: 3n,
      createdMs: 1_768_446_000_124,
      hash: 'cd'.repeat(32),
      debitBalanceAfterMinor: 1n,
      creditBalanceAfterMinor: -2n,
      pairedSeq: null,
      groupSeq: 3n,
      keyId: 'key-1',
      signature: 'ef'.repeat(64),
    },
    {
      kind: 'E',
      seq: 4n,
      createdMs: 1_768_446_000_125,
      transferSeq: 3n,
      assetId: 'usd#nbc',
      type: 'SEND_PAY',
      previous: { status: 'PENDING', businessStatus: 'PENDING' },
      standing: { status: 'SUCCESS', businessStatus: 'ACKNOWLEDGED_BY_FI' },
      pairedSeq: null,
      messageId: 'message-1',
      details: { b: '2', a: '1' },
    },
    { kind: 'I', seq: 5n, principal: 'manager', key: 'key', firstSeq: 1n, requestHash: '12'.repeat(32) },
  ] satisfies SealedRecord[],
};

const genesis = { seq: 0n, height: 0n, hash: genesisHash, createdMs: 0 };
const times = { firstCreatedMs: 1_768_446_000_123, createdMs: 1_768_446_000_125 };
const sealGolden = () => seal(genesis, golden.records, times, { khrMinor: 0n, usdMinor: 7n });

describe('golden vectors', () => {
  it('writes a transfer the same way for ever', () => {
    const payload = transferPayload(payloadFields(golden.transfer.draft));
    expect(payload).toMatchInlineSnapshot(
      `"["tonle transfer 1","00112233445566778899aabbccddeeff","usd#nbc","9007199254740993","SEND_PAY","PENDING","PENDING","chktkhppxxx@chkt","abaakhppxxx@settle","chktkhppxxx@chkt","dara@aba",null,"fi-1",null,"INV-1","a \\"quoted\\" \\\\ text",null,null,"សុខ ដារ៉ា",null,[["apple","first"],["zebra","last"]]]"`,
    );
    expect(Buffer.from(golden.transfer.payload).toString()).toBe(payload);
    expect(Buffer.from(golden.transfer.hash).toString('hex')).toMatchInlineSnapshot(
      `"92511bd7ae0a8c63a567b73f10db16555e8a404dad84441b8e2c0c3312087a8d"`,
    );
  });

  it('writes each kind of leaf the same way for ever', () => {
    expect(golden.records.map(leafText)).toMatchInlineSnapshot(`
      [
        "["tonle account 1","1","1768446000123","chktkhppxxx@chkt","MAIN",null,"ACTIVATED"]",
        "["tonle key 1","2","1768446000123","chktkhppxxx@chkt","key-1","REGISTER","abababababababababababababababababababababababababababababababab"]",
        "["tonle posting 1","3","1768446000124","cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd","1","-2",null,"3","key-1","efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef"]",
        "["tonle event 1","4","1768446000125","3","usd#nbc","SEND_PAY","PENDING","PENDING","SUCCESS","ACKNOWLEDGED_BY_FI",null,"message-1",[["a","1"],["b","2"]]]",
        "["tonle command 1","5","manager","key","1","1212121212121212121212121212121212121212121212121212121212121212"]",
      ]
    `);
    expect(golden.records.map((record) => leafOf(record).toString('hex'))).toMatchInlineSnapshot(`
      [
        "06a48726bfebee41cf932ac7ab631c6fcc670600164631117cf6ba9f9086f635",
        "5e6c3c2b8a393d80e5ea1b01c9a80575cb642ae607f91c0442dbe3d9dd898475",
        "8e44b5684c4e0ef470ac045527a9518f27764ff247437cf1afff5f43965f5cba",
        "2c4a465d70cd9439d0b0daa66e737ebc5a2af67eacffb82f10044e60b813a499",
        "2cb0ec6f1970b035e7bc1b81246ed7dcd96549aa64c80a048d5b41415fa849e9",
      ]
    `);
  });

  it('seals a block the same way for ever', () => {
    const block = sealGolden();
    expect(blockText(block)).toMatchInlineSnapshot(
      `"["tonle block 1","1","0000000000000000000000000000000000000000000000000000000000000000","1b1f02a1b0edacd7e53128e50e690c878d857d70b7e2e14c53b998457ee54c2e","1","5","1768446000123","1768446000125","0","7","AKTEI"]"`,
    );
    expect(block.merkleRoot).toMatchInlineSnapshot(
      `"1b1f02a1b0edacd7e53128e50e690c878d857d70b7e2e14c53b998457ee54c2e"`,
    );
    expect(block.hash.toString('hex')).toMatchInlineSnapshot(
      `"c4eb72c2e27e241eacaf472662c72d113242c755cfa664b78d2982d6561d9b4d"`,
    );
    expect(blockHash(block).equals(block.hash)).toBe(true);
  });
});

describe('sealing', () => {
  it('refuses records out of sequence', () => {
    const gap = golden.records.slice(1);
    expect(() => seal(genesis, gap, times, { khrMinor: 0n, usdMinor: 0n })).toThrow(/sequence/);
  });

  it('never gives two lists of leaves one root', () => {
    const leaves = (n: number) => Buffer.concat(Array.from({ length: n }, (_, i) => sha256(`leaf ${i}`)));
    const roots = new Set(Array.from({ length: 40 }, (_, n) => merkleRoot(leaves(n + 1)).toString('hex')));
    expect(roots.size).toBe(40);
    const doubled = Buffer.concat([leaves(3), sha256('leaf 2')]);
    expect(merkleRoot(doubled).equals(merkleRoot(leaves(3)))).toBe(false);
  });

  it('tells leaf, node and block apart', () => {
    const two = Buffer.concat([sha256('a'), sha256('b')]);
    expect(merkleRoot(two).equals(sha256(two))).toBe(false);
    expect(merkleRoot(two).equals(sha256(Buffer.concat([Buffer.from([0]), two])))).toBe(false);
  });
});

describe('inclusion proofs', () => {
  const proofOf = (index: number): InclusionProof => {
    const block = sealGolden();
    const record = golden.records[index];
    if (!record) throw new Error('no such record');
    return {
      leaf: leafText(record),
      path: merklePath(block.leaves, index),
      block: blockText(block),
      blockHash: block.hash.toString('hex'),
    };
  };
  /** The transfer's hash is made to fit its payload, as it does in a real ledger. */
  const transferProof = (): InclusionProof => {
    const hash = Buffer.from(golden.transfer.hash).toString('hex');
    const records = golden.records.map((record) => (record.kind === 'T' ? { ...record, hash } : record));
    const block = seal(genesis, records, times, { khrMinor: 0n, usdMinor: 7n });
    return {
      payload: Buffer.from(golden.transfer.payload).toString(),
      leaf: leafText(records[2] as SealedRecord),
      path: merklePath(block.leaves, 2),
      block: blockText(block),
      blockHash: block.hash.toString('hex'),
    };
  };

  it('holds for every record of a block', async () => {
    for (const index of [0, 1, 3, 4]) {
      expect(await checkProof(proofOf(index))).toMatchObject({
        holds: true,
        record: { seq: `${index + 1}` },
      });
    }
    expect(await checkProof(transferProof())).toMatchObject({
      holds: true,
      record: {
        blockHeight: '1',
        transfer: { amountMinor: '9007199254740993', destinationAccountId: 'dara@aba' },
      },
    });
  });

  it('agrees with Node on the hash of a transaction', async () => {
    const payload = Buffer.from(golden.transfer.payload).toString();
    expect(await transactionHashOf(payload)).toBe(Buffer.from(golden.transfer.hash).toString('hex'));
  });

  it.each([
    ['transaction-hash', { payload: transferProof().payload?.replace('9007199254740993', '1') }],
    ['transaction-hash', { payload: undefined }],
    ['leaf', { leaf: '["something else 1","3"]' }],
    ['leaf', { leaf: ` ${transferProof().leaf}` }],
    ['block', { block: 'nothing' }],
    ['sequence', { leaf: transferProof().leaf.replace('"3"', '"9"') }],
    ['sequence', { leaf: transferProof().leaf.replace('"3"', '"2"') }],
    ['path', { path: transferProof().path.slice(1) }],
    ['path', { path: transferProof().path.map((step) => ({ ...step, side: 'left' as const })) }],
    ['merkle-root', { leaf: transferProof().leaf.replace('"-2"', '"-3"') }],
    [
      'merkle-root',
      { block: transferProof().block.replace(/"[0-9a-f]{64}","1"/, `"${'0'.repeat(64)}","1"`) },
    ],
    ['block-hash', { blockHash: '0'.repeat(64) }],
    ['block-hash', { block: transferProof().block.replace('"7"', '"8"') }],
  ])('names a false %s', async (fault, change) => {
    expect(await checkProof({ ...transferProof(), ...change } as InclusionProof)).toEqual({
      holds: false,
      fault,
    });
  });
});
