import type { CustomerDetail, CustomerRow, IdentityCheck, ProfileChange } from '@tonle/contract/customers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/tx.ts';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Caller } from '../../test-server.ts';
import { kycOf, submit } from '../channel/test-customers.ts';
import { addCustomers, changeProfile } from './customers.public.ts';

const lists = '/tps/api/v2/fst-iroha-accounts';
const user = '/authservice/api/v1/user';

let bank: TestBank;
let admin: Caller;
let auditor: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  [admin, auditor] = await Promise.all([bank.as('admin'), bank.as('auditor')]);
});
afterAll(() => bank?.close());

const idsOf = async (path: string, caller = admin): Promise<string[]> => {
  const answer = await caller.get<CustomerRow[]>(path);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.body.map((it) => it.accountId);
};

describe('the lists', () => {
  it('show the customers of their channel, with how their accounts stand', async () => {
    const answer = await admin.get<CustomerRow[]>(`${lists}/mobile/`);
    expect(answer.headers['x-total-count']).toBe('6');
    expect(answer.body.find((it) => it.accountId === 'frozen@chkt')).toEqual({
      id: 'frozen@chkt',
      accountId: 'frozen@chkt',
      accountType: 'MOBILE',
      fullName: 'Vuthy Heng',
      fullNameKhmer: null,
      organizationName: null,
      organizationNameKhmer: null,
      primaryContact: '85516222333',
      secondaryContact: null,
      address: null,
      createdTime: expect.any(String),
      kycStatus: 'FULL_KYC',
      status: 'ACTIVATED',
      frozen: true,
    });
    expect(answer.body.find((it) => it.accountId === 'gone@chkt')?.status).toBe('DELETED');
    expect(await idsOf(`${lists}/desktop`)).toEqual(['shop@chkt']);
    expect(await idsOf(`${lists}/web`)).toEqual(['web@chkt']);
  });
});
