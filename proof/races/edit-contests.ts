import { ownBankOfTests } from '../../server/src/test-bank.ts';
import type { Answer, Caller } from '../../server/src/test-server.ts';
import type { Contest } from './contest.ts';
import { call, must, type Ring } from './ring.ts';

/** What two people have before them, and what each makes of it. */
interface Opened {
  readonly id: string;
  readonly version: string | number;
  readonly values: readonly [string, string];
}

interface Edited {
  /** The call that saves. */
  readonly saving: string;
  /** Where there is only one of it. */
  readonly isSingle?: true;
  /** Its id and version as an editor reads them. */
  open(): Promise<{ id: string; version: string | number }>;
  save(it: { id: string; version: string | number; value: string }): Promise<Answer<unknown>>;
  /** The value that it has now. */
  value(id: string): Promise<string>;
}

/** Two people edit the same version: the first who saves has saved, the other is told that it was changed meanwhile. */
export async function editContests(ring: Ring): Promise<Contest<Opened>[]> {
  const [admin, access] = await Promise.all([ring.bank.as('admin'), ring.bank.as('access')]);
  const edited = [
    bankInfo(ring, admin),
    terms(ring, admin, 'mobile', 'saveMobileTerms'),
    terms(ring, admin, 'desktop', 'saveDesktopTerms'),
    terms(ring, admin, 'web', 'saveWebTerms'),
    await limit(ring, admin),
    role(ring, access),
    consoleUser(ring, access),
  ];
  let made = 0;
  return edited.map((it) => {
    const act = (index: 0 | 1) => {
      const name = index === 0 ? 'FIRST' : 'SECOND';
      return call<Opened>(
        it.saving,
        {
          from: [''],
          to: name,
          told: { CHANGED_MEANWHILE: ['FIRST', 'SECOND'] },
          run: ({ id, version, values }) => it.save({ id, version, value: values[index] }),
        },
        name,
      );
    };
    return {
      name: `edit: ${it.saving} by two at once`,
      from: '',
      ...(it.isSingle && { lanes: 1 }),
      acts: [act(0), act(1)] as const,
      prepare: async () => {
        made += 1;
        return { ...(await it.open()), values: [`first ${made}`, `second ${made}`] as const };
      },
      stateOf: async ({ id, values }) => {
        const now = await it.value(id);
        return ['FIRST', 'SECOND'][values.indexOf(now)] ?? `“${now}”`;
      },
    };
  });
}

function bankInfo(ring: Ring, caller: Caller): Edited {
  const path = '/tps/api/participant-banks';
  const rest = { name: ownBankOfTests.name, phone: '+855 23 999 000', email: 'bank@tonle.example' };
  return {
    saving: 'updateBankInfo',
    isSingle: true,
    open: async () => {
      const { data } = await must(caller.get<{ data: { revision: number } }>(`${path}/web/info`));
      return { id: '', version: data.revision };
    },
    save: ({ version: revision, value: address }) =>
      caller.post(`${path}/info`, { ...rest, website: 'https://tonle.example', address, revision }),
    value: () => ring.value('SELECT address AS it FROM participant_bank WHERE own', []),
  };
}

function terms(ring: Ring, caller: Caller, channel: string, saving: string): Edited {
  const path = `/tps/api/properties/t-c-${channel}`;
  const newest = 'SELECT document AS it FROM terms_version WHERE channel = $1 ORDER BY version DESC LIMIT 1';
  return {
    saving,
    isSingle: true,
    open: async () => {
      const versions = await must(caller.get<{ version: number }[]>(`${path}/versions?size=1`));
      return { id: channel.toUpperCase(), version: versions[0]?.version ?? 0 };
    },
    save: ({ version, value }) => {
      const content = [{ type: 'paragraph', content: [{ type: 'text', text: value }] }];
      return caller.post(path, { text: JSON.stringify({ type: 'doc', content }), version });
    },
    value: async (id) => /"text":"([^"]*)"/.exec(await ring.value(newest, [id]))?.[1] ?? '',
  };
}

async function limit(ring: Ring, caller: Caller): Promise<Edited> {
  const limits = { 'khr#nbc': { dayLimit: '100000' }, 'usd#nbc': { dayLimit: '25' } };
  const path = '/tps/api/kyc-limits/local';
  return {
    saving: 'editLimit',
    open: async () => {
      const made = { limitName: 'Racing', limits, accountType: 'MOBILE', kycStatus: 'FULL_KYC' };
      const { id, revision } = await must(caller.post<{ id: string; revision: number }>(`${path}/add`, made));
      return { id, version: revision };
    },
    save: ({ id: limitId, version: revision, value: limitName }) =>
      caller.post(`${path}/edit`, { limitId, limitName, limits, revision }),
    value: (id) => ring.value('SELECT limit_name AS it FROM kyc_limit WHERE id = $1', [id]),
  };
}

function role(ring: Ring, caller: Caller): Edited {
  const base = '/api/role-permission/role';
  const one = { first: 'transactions.incoming', second: 'transactions.outgoing' };
  let made = 0;
  const numbers = new Map<string, string>();
  return {
    saving: 'setRolePermissions',
    open: async () => {
      made += 1;
      const it = await must(
        caller.post<{ id: string; changed: string }>(`${base}/create?roleName=Edited${made}`),
      );
      return { id: it.id, version: it.changed };
    },
    save: ({ id, version, value }) => {
      const [word, number = ''] = value.split(' ');
      numbers.set(id, number);
      const changed = encodeURIComponent(version);
      return caller.post(`${base}/permissions?roleId=${id}&changed=${changed}`, [
        word === 'first' ? one.first : one.second,
      ]);
    },
    value: async (id) => {
      const held = await ring.value(
        `SELECT string_agg(permission, ' ') AS it FROM role_permission WHERE role_id = $1`,
        [id],
      );
      const word = held === one.first ? 'first' : held === one.second ? 'second' : held;
      return `${word} ${numbers.get(id)}`;
    },
  };
}

function consoleUser(ring: Ring, caller: Caller): Edited {
  const id = String(ring.bank.userIds.keyholder2);
  const rest = { firstName: 'Racing', login: 'keyholder2', email: 'keyholder2@tonle.example' };
  const rights = { authorities: ['ROLE_KEYHOLDER'], roleIds: [] };
  return {
    saving: 'editConsoleUser',
    isSingle: true,
    open: async () => {
      const all = await must(caller.get<{ id: string; changed: string }[]>('/api/users?size=2000'));
      return { id, version: all.find((it) => it.id === id)?.changed ?? '' };
    },
    save: ({ version: changed, value: lastName }) =>
      caller.post('/api/users/edit', { id, ...rest, lastName, ...rights, changed }),
    value: () => ring.value('SELECT last_name AS it FROM console_user WHERE id = $1', [id]),
  };
}
