import { isChannelScope } from '@tonle/contract/channel-scopes';
import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import { permissionsOf } from '@tonle/contract/pages';
import { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBank, type TestBank } from './test-bank.ts';
import type { Answer, Caller, Request } from './test-server.ts';

/** What no call is written for, as JSON text. */
const values: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1e3',
  '1e400',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1',
  '""',
  '" "',
  '"ALL"',
  '"%"',
  '"_"',
  '"\\\\"',
  '"\'; DROP TABLE transfer; --"',
  '"(case when 1=1 then 1 end)"',
  '"٥"',
  '"NaN"',
  '"10e2"',
  '"a_b@chkt"',
  '"A_B@CHKT "',
  '"gone@chkt"',
  '"chktkhppxxx@chkt"',
  '"+855 12 345 678"',
  '"2026-02-30"',
  '"9999-12-31"',
  '"0001-01-01"',
  '"2026-01-01T00:00:00+25:00"',
  '"transactionCreatedTime,asc"',
  '"\\u202e\\u0000"',
  '"ខ្ញុំ👩‍👩‍👧‍👦"',
  `"${'x'.repeat(5_000)}"`,
  '[]',
  '["SUCCESS","SUCCESS","NONE"]',
  '{}',
  '{"a":{"b":[1,2,{"c":null}]}}',
  '[[[[[[[[]]]]]]]]',
];

let bank: TestBank;
let app: Caller;
beforeAll(async () => {
  bank = await startTestBank({
    rateLimits: { perAddress: 1_000_000, perSession: 1_000_000, perApp: 1_000_000 },
  });
  app = await bank.asApp();
});
afterAll(() => bank.close());

const asText = (value: string): string => {
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : value;
};

/** The endpoint's call with one hostile value in each place in turn, the rest left out or plausible. */
function* requestsOf(it: Endpoint, value: string): Generator<Request> {
  const { method } = it;
  const path = (name?: string) =>
    it.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      key === name ? encodeURIComponent(asText(value)) || '%20' : 'a_b@chkt',
    );
  for (const name of Object.keys(it.params?.shape ?? {})) yield { method, path: path(name) };
  for (const name of [...Object.keys(it.query?.shape ?? {}), 'unknown', '__proto__']) {
    yield { method, path: `${path()}?${name}=${encodeURIComponent(asText(value))}` };
    if (value === '"ALL"') yield { method, path: `${path()}?${name}=1&${name}=ALL` };
  }
  if (method === 'GET') return;
  yield { method, path: path(), body: value };
  const shape = it.body !== undefined && 'shape' in it.body ? Object.keys(it.body.shape as object) : [];
  const plausible = { destAccountId: '"a_b@chkt"', assetId: '"usd#nbc"', amount: '"0.01"' };
  for (const name of [...shape, 'unknown']) {
    const others = Object.entries(plausible).filter(([key]) => shape.includes(key) && key !== name);
    const fields = [...others, [name, value]].map(([key, text]) => `${JSON.stringify(key)}:${text}`);
    yield it.form === true
      ? formOf(method, path(), name, asText(value))
      : { method, path: path(), body: `{${fields.join(',')}}` };
  }
}

const formOf = (method: 'POST' | 'PUT' | 'DELETE', path: string, name: string, value: string): Request => ({
  method,
  path,
  body: new URLSearchParams({ [name]: value }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Somebody who may make the call, so that it is not only refused. */
function staffFor({ permission }: Endpoint): string {
  const staff = {
    manager: 'ROLE_MANAGER',
    admin: 'ROLE_ADMINISTRATOR',
    access: 'ROLE_ACCESS_MANAGER',
    auditor: 'ROLE_AUDITOR',
    authorizer: 'ROLE_AUTHORIZER',
    keyholder1: 'ROLE_KEYHOLDER',
  };
  const anyOf: readonly string[] = typeof permission === 'string' ? [permission] : permission;
  const found = Object.entries(staff).find(([, authority]) =>
    permissionsOf([authority]).some((it) => anyOf.includes(it)),
  );
  return found?.[0] ?? 'manager';
}

function judge(it: Endpoint, request: Request, answer: Answer): void {
  const what = `${it.name}: ${request.method} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 200)}`;
  expect([what, answer.status, answer.status < 500]).toEqual([what, answer.status, true]);
  if (answer.status >= 400) expect(RefusalBody.safeParse(answer.body).success).toBe(true);
}

describe('hostile values in every place of every call', () => {
  it.each(
    endpoints
      .filter((it) => it.name !== 'logout' && it.stream === undefined)
      .map((it) => [it.name, it] as const),
  )('never make %s fail, nor answer outside its schema', async (_name, it) => {
    const who = isChannelScope(it.permission) ? app : await bank.as(staffFor(it));
    for (const value of values) {
      const requests = [...requestsOf(it, value)];
      const answers = await Promise.all(requests.map((request) => who.send(request)));
      for (const [index, request] of requests.entries()) {
        const answer = answers[index];
        if (answer !== undefined) judge(it, request, answer);
      }
    }
  });
});
