import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { MessageToBank } from '@tonle/contract/network';
import { RefusalBody } from '@tonle/contract/refusal';
import { accountsPath } from '../../server/src/areas/channel/test-customers.ts';
import { testTiming } from '../../server/src/areas/reports/test-reports.ts';
import { startTestBank, type TestBank } from '../../server/src/test-bank.ts';
import { startTestNetwork } from '../../server/src/test-network.ts';
import type { Answer, Caller } from '../../server/src/test-server.ts';
import { type Act, LANES, type Outcome } from './contest.ts';

/** Where contests are held: a bank in which nothing moves by itself, and the network beside it. */
export interface Ring extends AsyncDisposable {
  readonly bank: TestBank;
  /** A blocked company of this lane: what is approved of it is not carried out. */
  blocked(lane: number): string;
  company(lane: number): string;
  /** A person's account that nobody else has. */
  freshPerson(): Promise<string>;
  freshCompany(): Promise<string>;
  /** Tells the bank something as the network does, and hears what came of it. */
  say(message: MessageToBank): Promise<string>;
  value(sql: string, values: unknown[]): Promise<string>;
}

const never = 3_600_000;
const many = 10_000_000;

export async function openRing(): Promise<Ring> {
  const network = await startTestNetwork();
  network.accounts = [
    {
      accountId: 'sokha@mekg',
      name: 'Sokha Lim',
      accountType: 'MOBILE',
      participantCode: 'MEKGKHPPXXX',
      frozen: false,
      accountStatus: 'ACTIVATED',
    },
  ];
  const bank = await startTestBank({
    // Who waits for their contest is not idle.
    environment: { ...network.environment, NETWORK_SILENCE: '3600', IDLE_TIMEOUT: '86400' },
    rateLimits: { perAddress: many, perSession: many, perApp: many },
    recoveryTiming: { everyMs: never },
    reportTiming: { ...testTiming, sweepMs: never, strayMs: never },
    mainUsdMinor: 100_000_000_000n,
  });
  await bank.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(bank.app.server.address() as AddressInfo).port}`;
  const { pool } = bank.database.owner;
  const app = await bank.asApp();
  let opened = 0;
  const open = async (more: Record<string, unknown>): Promise<string> => {
    opened += 1;
    const primaryContact = `85510${String(100_000 + opened)}`;
    const body = { accountName: `racer_${opened}`, primaryContact, ...more };
    const answer = await app.post<{ accountId: string }>(accountsPath, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.accountId;
  };
  const company = { accountType: 'DESKTOP', organizationName: 'Lotus Trading' };
  const blocked: string[] = [];
  const companies: string[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    blocked.push(await open(company));
    companies.push(await open(company));
  }
  await pool.query('UPDATE account_state SET frozen = true WHERE account_id = ANY($1)', [blocked]);
  return {
    bank,
    blocked: (lane) => blocked[lane] ?? '',
    company: (lane) => companies[lane] ?? '',
    freshCompany: () => open(company),
    freshPerson: () => open({ accountType: 'MOBILE', firstName: 'Dara', lastName: 'Sok' }),
    say: async (message) => {
      const { status, body } = await network.send(url, randomUUID(), message);
      if (status !== 200) throw new Error(`the bank answered the network ${status}`);
      return (body as { effect?: string }).effect ?? body.outcome;
    },
    value: async (sql, values) => String((await pool.query<{ it: unknown }>(sql, values)).rows[0]?.it),
    [Symbol.asyncDispose]: async () => {
      await bank.close();
      await network.close();
    },
  };
}

/** The states that a refusal speaks of, by its name. */
export type Told = Readonly<Record<string, string | readonly string[]>>;

/** How an account stands by what refuses it. */
export const accountTold: Told = {
  ACCOUNT_BLOCKED: 'BLOCKED',
  ACCOUNT_NOT_BLOCKED: 'NOT_BLOCKED',
  ACCOUNT_DELETED: 'DELETED',
};

/**
 * 200 is done; a refusal that says how it stands is told, by its data or its very name; anything else is neither, and fits no
 * state.
 */
export function outcomeOf({ status, text }: Answer<unknown>, names: Told = accountTold): Outcome {
  if (status === 200) return { isDone: true };
  const neither = { isDone: false, told: [`answered ${status}: ${text}`] };
  if (status >= 500) return neither;
  const { status: said, data } = RefusalBody.parse(JSON.parse(text));
  const isOfStates = said.error === 'WRONG_STATE' || said.error === 'ALREADY_DECIDED';
  const told = names[said.error] ?? (isOfStates ? data?.state : undefined);
  if (typeof told === 'string') return { isDone: false, told: [told] };
  return Array.isArray(told) ? { isDone: false, told } : neither;
}

/** Somebody calls the contract. */
export const call = <Subject>(
  name: string,
  {
    told,
    run,
    ...moves
  }: Pick<Act<Subject>, 'from' | 'to'> & {
    told?: Told;
    run: (subject: Subject) => Promise<Answer<unknown>>;
  },
  words = name,
): Act<Subject> => ({
  ...moves,
  name: words,
  calls: [name],
  run: async (subject) => outcomeOf(await run(subject), told),
});

/** 200, or an error: what has to be so before a round. */
export async function must<Body>(asked: Promise<Answer<Body>>): Promise<Body> {
  const { status, text, body } = await asked;
  if (status !== 200) throw new Error(text);
  return body;
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
/** A form, as the calls about roles take it. */
export const postForm = (caller: Caller, path: string, it: Record<string, string>) =>
  caller.post(path, new URLSearchParams(it).toString(), formHeaders);
