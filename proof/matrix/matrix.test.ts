import { type ChannelScope, channelScopes, isChannelScope } from '@tonle/contract/channel-scopes';
import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import { RefusalBody } from '@tonle/contract/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../server/src/areas/audit-log/audit-log.public.ts';
import { addChannelKey, makeApiKey } from '../../server/src/areas/channel/channel.public.ts';
import { bearer, keyed, type ServedBank, serveBank } from '../served-bank.ts';
import { admitted, type Person, people } from './admitted.ts';

let served: ServedBank;
/** The headers of everybody who calls. */
const callers = new Map<string, Record<string, string>>();
beforeAll(async () => {
  served = await serveBank();
  await signEverybodyIn();
});
afterAll(async () => served?.[Symbol.asyncDispose]());

const nobodies = ['nobody', 'with a token that was made up', 'blocked', 'expired', 'idle', 'logged out'];

async function signEverybodyIn(): Promise<void> {
  const { bank } = served;
  const { pool } = bank.database.owner;
  const tokenOf = async (login: string) => (await bank.signIn(login)).body.data?.id_token ?? '';
  for (const login of people) callers.set(login, bearer(await tokenOf(login)));
  callers.set('nobody', {});
  callers.set('with a token that was made up', bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.e30'));
  callers.set('logged out', bearer(await tokenOf('admin')));
  await served.send({ method: 'POST', path: '/api/logout', headers: callers.get('logged out') });
  for (const [who, login, change] of [
    ['blocked', 'keyholder2', 'UPDATE console_user SET blocked = true WHERE login = $1'],
    ['expired', 'admin', `UPDATE session SET expires = now() WHERE id = (${newest})`],
    ['idle', 'manager', `UPDATE session SET last_seen = now() - interval '2 hours' WHERE id = (${newest})`],
  ] as const) {
    callers.set(who, bearer(await tokenOf(login)));
    await pool.query(change, [login]);
  }
  await pool.query("UPDATE console_user SET force_password_change = true WHERE login = 'keyholder3'");
  callers.set('only to change the password', bearer(await tokenOf('keyholder3')));
  for (const scope of channelScopes) callers.set(scope, keyed(await keyFor(scope)));
}

const newest =
  'SELECT s.id FROM session s JOIN console_user u ON u.id = s.user_id WHERE u.login = $1 ORDER BY s.created DESC LIMIT 1';

async function keyFor(scope: ChannelScope): Promise<string> {
  const key = makeApiKey();
  const it = { app: `only-${scope.replace('.', '-')}`, scopes: [scope], accountTypes: ['MOBILE'] as const };
  await addChannelKey(served.bank.database.owner.db, key, it, systemActor('Test set-up'));
  return key;
}

/** What never ends is not called; what would end the caller's own session is called last of all. */
const called = endpoints.filter((it) => it.stream === undefined);
const order = (it: Endpoint): number => ['endOwnSession', 'endOtherSessions', 'logout'].indexOf(it.name);
const inOrder = [...called].sort((a, b) => order(a) - order(b));
/** A path that the contract's own patterns may refuse; who may call is judged before. */
const sampleOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'sample');

/** Why a caller is not let in; undefined where they are. */
async function refusalOf(it: Endpoint, who: string): Promise<string | undefined> {
  const { status, json } = await served.send({
    method: it.method,
    path: sampleOf(it.path),
    headers: callers.get(who) ?? {},
  });
  expect([it.name, who, status < 500]).toEqual([it.name, who, true]);
  if (status !== 401 && status !== 403) return undefined;
  const { error, errorCode } = RefusalBody.parse(json).status;
  return `${status} ${error}${errorCode === undefined ? '' : ` ${errorCode}`}`;
}

function expectedFor(it: Endpoint, who: string): string | undefined {
  const row = admitted[it.name] ?? '';
  if (row === 'everyone') return undefined;
  if (row === 'network') return '401 SIGNATURE_REFUSED';
  if (isChannelScope(row)) {
    if (!isChannelScope(who)) return '401 API_KEY_REFUSED';
    return who === row ? undefined : '403 FORBIDDEN';
  }
  if (nobodies.includes(who) || isChannelScope(who)) return '401 SESSION_ENDED 10';
  if (who === 'only to change the password')
    return it.forNewPassword === true ? undefined : '403 FORCE_CHANGE_PASSWORD 97';
  return row === 'signed in' || row.split(' ').includes(who as Person) ? undefined : '403 FORBIDDEN';
}

describe('the matrix of calls', () => {
  it('has a row for each endpoint, and none for what is gone', () => {
    const who = [...nobodies, ...people, 'only to change the password', ...channelScopes];
    console.log(`Matrix: ${endpoints.length} calls × ${who.length} kinds of caller`);
    expect(Object.keys(admitted).sort()).toEqual(endpoints.map((it) => it.name).sort());
  });

  it('has rows that name only who there is', () => {
    const known: readonly string[] = ['everyone', 'signed in', 'network', ...channelScopes, ...people];
    const words = Object.values(admitted).flatMap((it) => (known.includes(it) ? [it] : it.split(' ')));
    expect(words.filter((it) => !known.includes(it))).toEqual([]);
  });

  // The nobodies first: what the people call in the end ends the others' sessions whole, whatever is wrong with them.
  it.each([...nobodies, ...people, 'only to change the password', ...channelScopes])(
    'Known fault (keycloak CVE-2024-3656): %s is let in where declared and nowhere else',
    async (who) => {
      for (const it of inOrder) {
        expect([it.name, await refusalOf(it, who)]).toEqual([it.name, expectedFor(it, who)]);
      }
    },
  );

  it('serves every endpoint', () => {
    const { app } = served.bank;
    const isServed = ({ method, path }: Endpoint) =>
      app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') });
    expect(endpoints.filter((one) => !isServed(one)).map(({ name }) => name)).toEqual([]);
  });

  it('judges a signature before it reads a body', async () => {
    // Whoever was called as above has signed out in the end.
    callers.set('manager', bearer((await served.bank.signIn('manager')).body.data?.id_token ?? ''));
    const doors = called.filter((one) => one.permission === 'network');
    expect(doors.length).toBeGreaterThan(0);
    for (const { name, method, path } of doors) {
      for (const who of ['nobody', 'manager']) {
        for (const body of ['{}', '{', '']) {
          const headers = { ...callers.get(who), 'content-type': 'application/json' };
          const { status, json } = await served.send({ method, path, headers, body });
          const { error } = RefusalBody.parse(json).status;
          expect([name, status, error]).toEqual([name, 401, 'SIGNATURE_REFUSED']);
        }
      }
    }
  });

  it('answers nobody alike whatever they add to the path', async () => {
    for (const it of called.filter((one) => admitted[one.name]?.includes('everyone') === false)) {
      for (const more of ['/', '?x=1']) {
        const { status } = await served.send({ method: it.method, path: `${sampleOf(it.path)}${more}` });
        expect([it.name, more, status]).toEqual([it.name, more, 401]);
      }
    }
  });
});
