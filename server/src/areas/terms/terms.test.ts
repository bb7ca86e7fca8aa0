import type { RefusalBody } from '@tonle/contract/refusal';
import type { TermsText, TermsVersion } from '@tonle/contract/terms';
import { judgeTerms } from '@tonle/contract/terms-document';
import { hostileTerms } from '@tonle/contract/test-hostile-terms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestBank, type TestBank } from '../../test-bank.ts';
import type { Answer, Caller } from '../../test-server.ts';

let bank: TestBank;
let admin: Caller;
beforeAll(async () => {
  bank = await startTestBank();
  admin = await bank.as('admin');
});
afterAll(() => bank?.close());

const base = '/tps/api/properties';
const textOf = (...lines: string[]) =>
  JSON.stringify({
    type: 'doc',
    content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  });
const save = (channel: string, body: Record<string, unknown>, caller = admin) =>
  caller.post<TermsText>(`${base}/t-c-${channel}`, body);
type Properties = Record<string, string | number>;
const properties = async (caller = admin) => (await caller.get<Properties>(base)).body;
const refused = (answer: Answer) => (answer.body as RefusalBody).status.error;
const faultsOf = (answer: Answer) =>
  ((answer.body as RefusalBody).fields ?? []).map(({ path, message }) => [path, message]);
const entryOf = async (answer: Answer) => {
  const { rows } = await bank.database.owner.pool.query(
    'SELECT activity, login, subject, old_values, new_values FROM audit_log WHERE request_id = $1',
    [answer.headers['x-request-id']],
  );
  return rows;
};

describe('terms and conditions', () => {
  test('are kept in versions with author and time, each with its audit entry', async () => {
    const first = await save('mobile', { text: textOf('One.', 'Two.'), version: 0 });
    expect(first.body).toEqual({
      version: 1,
      author: 'admin Test',
      login: 'admin',
      createdTime: expect.stringMatching(/^20\d\d-.*Z$/),
      text: textOf('One.', 'Two.'),
    });
    const second = await save('mobile', { text: textOf('One.', 'ពីរ។'), version: 1 });
    expect(second.body.version).toBe(2);
    expect(await entryOf(second)).toEqual([
      {
        activity: 'TERMS_CHANGED',
        login: 'admin',
        subject: 'terms MOBILE',
        old_values: { version: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/), removed: 'Two.' },
        new_values: { version: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/), added: 'ពីរ។' },
      },
    ]);
    expect(await properties(await bank.as('auditor'))).toMatchObject({
      termConditionMobile: textOf('One.', 'ពីរ។'),
      termVersionMobile: 2,
      termConditionDesktop: '',
      termVersionDesktop: 0,
    });
    const versions = await admin.get<TermsVersion[]>(`${base}/t-c-mobile/versions`);
    expect([versions.headers['x-total-count'], versions.body.map((it) => it.version)]).toEqual(['2', [2, 1]]);
    const paged = await admin.get<TermsVersion[]>(
      `${base}/t-c-mobile/versions?page=1&size=1&sort=version,asc`,
    );
    expect(paged.body.map((it) => it.version)).toEqual([2]);
    const old = await admin.get<TermsText>(`${base}/t-c-mobile/versions/1`);
    expect(old.body.text).toBe(textOf('One.', 'Two.'));
    expect(refused(await admin.get(`${base}/t-c-mobile/versions/9`))).toBe('NOT_FOUND');
    expect(refused(await admin.get(`${base}/t-c-web/versions/1`))).toBe('NOT_FOUND');
    expect((await admin.get(`${base}/t-c-mobile/versions/0`)).status).toBe(400);
    expect((await admin.get(`${base}/t-c-mobile/versions?sort=author,asc`)).status).toBe(400);
  });

  test('that are in force already make no version', async () => {
    const text = textOf('The same.');
    const first = await save('desktop', { text });
    const again = await save('desktop', { text: JSON.stringify(JSON.parse(text), null, 2) });
    expect(again.body).toEqual(first.body);
    expect(await entryOf(again)).toEqual([]);
  });

  test('hold all that the editor offers', async () => {
    const text = JSON.stringify({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'ខ្ញុំ' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
            { type: 'hardBreak' },
            {
              type: 'text',
              text: 'site',
              marks: [{ type: 'link', attrs: { href: 'https://bank.example/ខ្មែរ?a=1#b' } }],
            },
            {
              type: 'text',
              text: 'mail',
              marks: [{ type: 'link', attrs: { href: 'mailto:a@bank.example' } }],
            },
          ],
        },
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [
            {
              type: 'listItem',
              content: [
                {
                  type: 'paragraph',
                  content: [{ type: 'text', text: 'item', marks: [{ type: 'underline' }] }],
                },
                {
                  type: 'bulletList',
                  content: [
                    {
                      type: 'listItem',
                      content: [
                        {
                          type: 'paragraph',
                          content: [{ type: 'text', text: 'x', marks: [{ type: 'strike' }] }],
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        { type: 'horizontalRule' },
        { type: 'blockquote', content: [{ type: 'paragraph' }] },
      ],
    });
    expect(JSON.parse((await save('web', { text })).body.text)).toEqual(JSON.parse(text));
  });

  test.each([
    [{ text: '' }, 'Please write the terms and conditions'],
    [{ text: null }, 'Please write the terms and conditions'],
    [{}, 'Please write the terms and conditions'],
    [{ text: textOf('  ', ' \u00a0') }, 'Please write the terms and conditions'],
    [{ text: textOf() }, 'Please write the terms and conditions'],
    [{ text: textOf('x'.repeat(200_000)) }, 'The terms and conditions are too long'],
  ])('%# without words, or with too many, are refused', async (body, message) => {
    const answer = await save('mobile', body);
    expect([answer.status, faultsOf(answer)]).toEqual([400, [['text', message]]]);
  });

  test('of 10 MB are refused before they are read', async () => {
    expect((await save('mobile', { text: textOf('x'.repeat(10_000_000)) })).status).toBe(413);
  });

  test('name nothing but their fields', async () => {
    const answer = await save('mobile', { text: textOf('x'), author: 'somebody', created_by: 'x' });
    expect(faultsOf(answer)).toEqual([
      ['author', 'This field is not known here'],
      ['created_by', 'This field is not known here'],
    ]);
  });
});

describe('two editors at once', () => {
  test('the second is told that there is a newer version', async () => {
    const { version } = (await save('web', { text: textOf('Base.') })).body;
    expect((await save('web', { text: textOf('Theirs.'), version })).status).toBe(200);
    // Their own once more, as after an answer that was lost, is so already.
    expect((await save('web', { text: textOf('Theirs.'), version })).body.version).toBe((version ?? 0) + 1);
    const late = await save('web', { text: textOf('Mine.'), version });
    expect([late.status, refused(late)]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((late.body as unknown as RefusalBody).data).toEqual({ version: version + 1 });
    expect((await properties()).termConditionWeb).toBe(textOf('Theirs.'));
  });

  test.each([[true], [false]])('of ten (naming the version: %s) one wins a version each', async (naming) => {
    const before = (await properties()).termVersionDesktop as number;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        save('desktop', { text: textOf(`Winner ${naming} ${index}`), ...(naming && { version: before }) }),
      ),
    );
    const won = answers.filter((it) => it.status === 200).map((it) => it.body.version);
    expect(answers.filter((it) => it.status === 409)).toHaveLength(10 - won.length);
    expect(won.length).toBeGreaterThan(0);
    expect(new Set(won).size).toBe(won.length);
    if (naming) expect(won).toEqual([before + 1]);
    expect((await properties()).termVersionDesktop).toBe(before + won.length);
  });
});

describe('who may', () => {
  test('is whoever has the channel; the rest are turned away', async () => {
    for (const login of ['auditor', 'manager', 'access', 'authorizer', 'teller', 'keyholder1']) {
      const caller = await bank.as(login);
      for (const channel of ['mobile', 'desktop', 'web']) {
        expect([login, (await save(channel, { text: textOf('x') }, caller)).status]).toEqual([login, 403]);
        expect((await caller.get(`${base}/t-c-${channel}/versions`)).status).toBe(403);
        expect((await caller.get(`${base}/t-c-${channel}/versions/1`)).status).toBe(403);
      }
    }
    expect((await save('web', { text: textOf('x') }, bank.anyone)).status).toBe(401);
    expect((await bank.anyone.get(base)).status).toBe(401);
    const { pool } = bank.database.owner;
    await pool.query(`DELETE FROM role_permission`);
    await pool.query(
      `INSERT INTO role_permission (role_id, permission) SELECT id, 'terms.change.web' FROM role WHERE name = 'Teller'`,
    );
    const teller = await bank.as('teller');
    expect((await save('web', { text: textOf('By the teller.') }, teller)).status).toBe(200);
    expect((await save('mobile', { text: textOf('x') }, teller)).status).toBe(403);
  });
});

describe('Known fault (strapi 26857, speckle-server 1101)', () => {
  const corpus = Object.entries(hostileTerms);

  test.each(corpus)('%s is refused on writing', async (_what, text) => {
    const before = await properties();
    const answer = await save('mobile', { text });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)[0]?.[1]).toMatch(
      /^(This is no text that the editor has made|The text holds something that terms and conditions may not hold: .{1,80}|The terms and conditions are too long|Lists and quotes stand too deep inside one another\. .{1,80})$/,
    );
    expect(await properties()).toEqual(before);
  });

  test('whatever of it got into the database is left out on reading', async () => {
    const { pool } = bank.database.owner;
    for (const [what, text] of corpus) {
      if (text.length > 200_000 || text.includes('\u0000')) continue;
      await pool.query(
        `INSERT INTO terms_version (channel, version, document)
         SELECT 'MOBILE', coalesce(max(version), 0) + 1, $1 FROM terms_version WHERE channel = 'MOBILE'`,
        [text],
      );
      const { termConditionMobile, termVersionMobile } = await properties();
      const judged = judgeTerms(JSON.parse(String(termConditionMobile)));
      expect([what, judged.faults]).toEqual([what, []]);
      expect(String(termConditionMobile)).not.toMatch(/hacked|javascript|evil\.example|onerror|passwd/i);
      const whole = await admin.get<TermsText>(`${base}/t-c-mobile/versions/${termVersionMobile}`);
      expect(whole.body.text).toBe(termConditionMobile);
    }
    expect(({} as { hacked?: number }).hacked).toBe(undefined);
    // The next version is written over it as over any other.
    expect((await save('mobile', { text: textOf('Clean again.') })).status).toBe(200);
  });
});
