import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../test-server.ts';
import { api, bank, fresh, keysFolder, Lines, logins, secrets, sql, submitAs } from './test-ceremony.ts';

describe('secrets', () => {
  it('are in no log, error, audit entry, table, file or crash report', async () => {
    const log = new Lines();
    await fresh({ environment: { LOG_LEVEL: 'trace' }, logTo: log });
    const answers: string[] = [];
    const keep = (answer: Answer<unknown>) => answers.push(answer.text, JSON.stringify(answer.headers));
    const wrong = 'Wrong-Secret-77!';
    const weak = 'weaksecretvalue';
    keep(await submitAs('keyholder1', weak));
    await sql(`CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await sql('CREATE TRIGGER no BEFORE UPDATE ON keyholder_share EXECUTE FUNCTION no()');
    keep(await submitAs('keyholder1'));
    await sql('DROP TRIGGER no ON keyholder_share');
    for (const login of logins) keep(await submitAs(login));
    keep(await submitAs('keyholder1'));
    const caller = await bank.as('keyholder1');
    keep(await caller.post(api.list, { secret: secrets.keyholder1, more: true }));
    keep(
      await caller
        .post(api.check, { secret: secrets.keyholder1, [secrets.keyholder2]: 1 })
        .then((it) => ({ ...it, text: '' })),
    );
    keep(await caller.post(api.list, `{"secret":"${secrets.keyholder1}"`));
    keep(await caller.post(api.check, { secret: secrets.keyholder1 }));
    keep(await caller.post(api.check, { secret: wrong }));
    keep(await caller.post(api.account));
    await rm(keysFolder(), { recursive: true });
    keep(await submitAs('keyholder1', wrong));
    for (const login of logins) keep(await submitAs(login));
    keep(await caller.post(api.account));

    const tables = await sql(
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows: string[] = [];
    for (const { relname } of tables.rows) {
      const found = await sql(`SELECT t::text AS row FROM "${relname}" t`);
      rows.push(...found.rows.map((it) => it.row as string));
    }
    const files: string[] = [];
    for (const name of await readdir(bank.config.dataDir, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) files.push(await readFile(join(name.parentPath, name.name), 'latin1'));
    }
    expect(log.text).toContain('"level"');
    const everything = {
      answers,
      log: [log.text],
      rows,
      files,
      report: [JSON.stringify(process.report.getReport())],
    };
    for (const [place, texts] of Object.entries(everything)) {
      const text = texts.join('\n');
      for (const secret of [...Object.values(secrets), wrong, weak]) {
        for (const form of [
          secret,
          JSON.stringify(secret).slice(1, -1),
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64'),
          Buffer.from(secret, 'utf8').toString('latin1'),
        ]) {
          expect(text.includes(form), `${place} holds a secret`).toBe(false);
        }
      }
    }
  });
});
