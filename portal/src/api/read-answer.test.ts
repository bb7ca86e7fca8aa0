import { TransactionDetail, TransactionRow } from '@tonle/contract/transactions';
import { describe, expect, it } from 'vitest';
import { parseJson, readAs, readPage } from './read-answer.ts';

const row = {
  transactionHash: 'ab'.repeat(32),
  extRef: null,
  transactionCreatedTime: '2026-11-27T17:05:00+07:00',
  sourceAccountId: 'sok_dara@chkt',
  destinationAccountId: 'chktkhppxxx@chkt',
  currencyName: 'KHR',
  transactionContent: {
    commandList: [{ commandCase: 'TRANSFER_ASSET', amount: '15000' }],
    details: { sourceOfFunds: null },
  },
  status: 'SUCCESS',
  businessStatus: null,
  fstTrxStatus: null,
  transactionType: 'Receive',
  fiTransactionId: 'CHKT1',
};

describe('answers of servers that write otherwise', () => {
  it('keeps a code that is not known as the text it is, and reads the rest', () => {
    const read = readAs(TransactionRow, { ...row, status: 'ON_HOLD', businessStatus: 'PARKED_AT_FI' });
    expect(read?.status).toBe('ON_HOLD');
    expect(read?.businessStatus).toBe('PARKED_AT_FI');
    expect(read?.currencyName).toBe('KHR');
  });

  it('takes amounts as numbers, exactly', () => {
    const text = JSON.stringify(row).replace('"15000"', '9007199254740993');
    expect(readAs(TransactionRow, parseJson(text))?.transactionContent.commandList[0]?.amount).toBe(
      '9007199254740993',
    );
  });

  it('takes absent fields as null, an absent list as empty, and drops unknown ones', () => {
    const detail = {
      ...row,
      currencySymbol: '៛',
      precision: 0,
      trxDaytime: row.transactionCreatedTime,
      assetId: 'khr#nbc',
      more: true,
    };
    const read = readAs(TransactionDetail, detail);
    expect(read).toMatchObject({ description: null, currencyExchangeRate: null, events: [] });
    expect(read).not.toHaveProperty('more');
  });

  it('refuses what lacks a field that has to be there', () => {
    expect(readAs(TransactionRow, { ...row, transactionHash: undefined })).toBeUndefined();
  });

  it.each([
    ['a bare array', [row]],
    ['content', { content: [row], totalElements: 1 }],
    ['data', { data: [row], total: 1 }],
    ['content under data', { data: { content: [row], totalElements: 1 } }],
  ])('reads a page from %s', (_, body) => {
    expect(readPage(TransactionRow, body, new Headers())).toMatchObject({ total: 1, rows: [row] });
  });
});
