import { globSync } from 'node:fs';
import { join } from 'node:path';
import { activities } from '@tonle/contract/audit-log';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const catalogues = globSync('**/*.en.ts', { cwd: source });

/** The placeholders of an ICU text: names and subjects, not the branches of a plural. */
function placeholdersOf(text: string): string[] {
  const found = [...text.matchAll(/\{\s*(\w+)\s*(?=[},])/g)].map(([, name]) => name ?? '');
  return [...new Set(found)].sort();
}

const isBalanced = (text: string): boolean => text.split('{').length === text.split('}').length;

test('there are catalogues to compare', () => {
  expect(catalogues).toContain('i18n/shell.en.ts');
  expect(catalogues).toContain('i18n/contract.en.ts');
});

test.each(catalogues)('%s and its Khmer have the same keys and placeholders', async (name) => {
  const english: Record<string, string> = (await import(join(source, name))).default;
  const khmer: Record<string, string> = (await import(join(source, name.replace('.en.ts', '.km.ts'))))
    .default;
  expect(Object.keys(khmer).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect(placeholdersOf(khmer[key] ?? ''), key).toEqual(placeholdersOf(text));
    expect(isBalanced(text) && isBalanced(khmer[key] ?? ''), key).toBe(true);
    expect(khmer[key]?.trim(), key).not.toBe('');
  }
});

test('Khmer says plurals in its one form', async () => {
  for (const name of catalogues) {
    const khmer: Record<string, string> = (await import(join(source, name.replace('.en.ts', '.km.ts'))))
      .default;
    for (const [key, text] of Object.entries(khmer)) expect(text, key).not.toMatch(/\bone\s*\{/);
  }
});

test('Khmer has one name for each role, and one spelling and Latin digits throughout', async () => {
  const texts = new Map<string, Record<string, string>>();
  for (const name of catalogues) {
    const path = name.replace('.en.ts', '.km.ts');
    texts.set(path, (await import(join(source, path))).default);
  }
  const of = (path: string, key: string) => texts.get(path)?.[key];
  for (const role of ['ADMINISTRATOR', 'MANAGER', 'ACCESS_MANAGER', 'AUTHORIZER', 'AUDITOR', 'KEYHOLDER']) {
    const inShell = of('i18n/inside.km.ts', `type.${role === 'ADMINISTRATOR' ? 'ADMIN' : role}`);
    expect(of('areas/console-users/console-users.km.ts', `authority.ROLE_${role}`), role).toBe(inShell);
    expect(of('areas/sign-in/account.km.ts', `role.ROLE_${role}`), role).toBe(inShell);
  }
  for (const [path, all] of texts)
    for (const [key, text] of Object.entries(all)) expect(text, `${path} ${key}`).not.toMatch(/ទូរស័ព្ទ|[០-៩]/);
});

test('Khmer has one word for refreshing, which is not the one for changing', async () => {
  for (const name of catalogues) {
    const [english, khmer]: Record<string, string>[] = await Promise.all(
      [name, name.replace('.en.ts', '.km.ts')].map(async (it) => (await import(join(source, it))).default),
    );
    for (const [key, text] of Object.entries(english ?? {}))
      if (/\brefresh/i.test(text)) expect(khmer?.[key], `${name} ${key}`).toMatch(/ផ្ទុក.*ថ្មី/);
  }
});

test('every activity of the audit log is said in both languages', async () => {
  for (const language of ['en', 'km']) {
    const texts = (await import(join(source, `areas/audit-log/audit-log.${language}.ts`))).default;
    for (const it of activities) expect(Object.keys(texts), language).toContain(`activity.${it}`);
  }
});
