import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { excerptOf, findPlaces, type Place } from '../src/shell/manual-search.ts';
import { manualFiles } from './manual.ts';
import {
  chaptersOf,
  type ManualLanguage,
  manualFolder,
  manualLanguages,
  manualRoles,
  readChapter,
} from './manual-chapters.ts';

const files = manualFiles();
const pages = [...files]
  .filter(([name]) => name.endsWith('.html'))
  .map(([name, it]) => [name, `${it}`] as const);

test('the manual has the same chapters, tasks and pictures in both languages', () => {
  const shapes = manualLanguages.map((language) =>
    chaptersOf(language).map(({ slug, roles, sections, help, pictures }) => ({
      slug,
      roles,
      help: [...help],
      pictures,
      sections: sections.map(({ id, level }) => ({ id, level })),
    })),
  );
  expect(shapes[0]?.length).toBeGreaterThan(10);
  expect(shapes[1]).toEqual(shapes[0]);
  for (const { slug, sections } of shapes[0] ?? [])
    expect(new Set(sections.map(({ id }) => id)).size, `${slug}: headings alike`).toBe(sections.length);
});

test('each role finds its tasks on the first page', () => {
  for (const language of manualLanguages) {
    const contents = `${files.get(`manual/${language}/index.html`)}`;
    for (const role of manualRoles) expect(contents).toContain(`<h2 id="${role}">`);
  }
});

test('no page has a script but the search, and every link and picture leads somewhere', () => {
  for (const [name, text] of pages) {
    expect(text.replace('<script src="/manual.js" type="module"></script>', ''), name).not.toMatch(
      /<script|javascript:|\son\w+=/i,
    );
    for (const [, href = ''] of text.matchAll(/(?:href|src)="(\/manual\/[^"]+)"/g)) {
      const [path = '', id] = href.slice(1).split('#');
      expect([...files.keys()], `${name} links to ${href}`).toContain(path);
      if (id !== undefined) expect(`${files.get(path)}`, `${name} links to ${href}`).toContain(`id="${id}"`);
    }
    for (const [, src = ''] of text.matchAll(/<img src="([^"]+)"/g))
      expect([...files.keys()], `${name} shows ${src}`).toContain(`${name.replace(/[^/]+$/, '')}${src}`);
  }
});

/** English texts of the catalogues with what they are called in Khmer. */
async function labels(): Promise<Map<string, Set<string>>> {
  const source = join(import.meta.dirname, '../src');
  const found = new Map<string, Set<string>>();
  for (const name of globSync('**/*.en.ts', { cwd: source })) {
    const [english, khmer]: Record<string, string>[] = await Promise.all(
      [name, name.replace('.en.ts', '.km.ts')].map(async (it) => (await import(join(source, it))).default),
    );
    for (const [key, text] of Object.entries(english ?? {}))
      found.set(text, new Set([...(found.get(text) ?? []), khmer?.[key] ?? '']));
  }
  return found;
}

const sectionsOf = (language: string, file: string): string[][] =>
  readFileSync(join(manualFolder, language, file), 'utf8')
    .split(/^#{1,3} /m)
    .map((section) =>
      [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, it = '']) => it.replace(/[.។]$/, '')),
    );

test('a button that the English manual names is called in Khmer as the portal calls it', async () => {
  const known = await labels();
  let compared = 0;
  for (const { file } of chaptersOf('en')) {
    const khmer = sectionsOf('km', file);
    for (const [index, names] of sectionsOf('en', file).entries()) {
      for (const name of names) {
        const wanted = known.get(name) ?? known.get(`${name}.`);
        if (wanted === undefined) continue;
        compared += 1;
        const isSaid = (khmer[index] ?? []).some((it) => wanted.has(it) || wanted.has(`${it}។`));
        expect(isSaid, `${file}: ${name} is ${[...wanted].join(' or ')}`).toBe(true);
      }
    }
  }
  expect(compared).toBeGreaterThan(50);
});

/** Bold words that are no button or label: what is stressed, keys, and words that the text explains. */
const stressed: Record<ManualLanguage, ReadonlySet<string>> = {
  en: new Set([
    'You forgot your password',
    'Change it when you like',
    'Forgotten',
    'Ctrl K',
    '⌘ K',
    '/',
    'authorities',
    'roles',
    'your own authorities, roles or block',
    'removing or blocking the last access manager',
    'saving what somebody else has changed in the meantime',
  ]),
  km: new Set([
    'អ្នកភ្លេចពាក្យសម្ងាត់',
    'ប្តូរវានៅពេលណាក៏បាន',
    'ភ្លេច',
    'Ctrl K',
    '⌘ K',
    '/',
    'សិទ្ធិអំណាច តួនាទី ឬការបិទរបស់ខ្លួនឯង',
    'ការដក ឬបិទអ្នកគ្រប់គ្រងសិទ្ធិចុងក្រោយ',
    'ការរក្សាទុកអ្វីដែលអ្នកផ្សេងបានកែប្រែនៅចន្លោះនោះ',
  ]),
};

/** What a label says that holds a number or a name: "3 new" is "{count} new", and "Send" stands for "Send {amount}". */
function patternsOf(label: string): RegExp[] {
  // Of a plural the last form, which every language has.
  const text = label.replaceAll(/\{\w+, plural,.*\{([^{}]*)\}\}/g, '$1').replaceAll('#', '{count}');
  if (!text.includes('{') || !/[\p{L}\p{M}]{2}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''))) return [];
  const whole = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^{}]*\}/g, '.+');
  const [before = ''] = text.split(/ \{/);
  return [
    new RegExp(`^${whole}$`),
    ...(text.endsWith(`${before} {amount}`) ? [new RegExp(`^${before}$`)] : []),
  ];
}

test('a button that the manual names is one that the portal has, in the words of its language', async () => {
  const english = await labels();
  const known = { en: [...english.keys()], km: [...english.values()].flatMap((it) => [...it]) };
  const unknown = manualLanguages.flatMap((language) => {
    const patterns = known[language].flatMap(patternsOf);
    const isLabel = (name: string) =>
      known[language].some((it) => it.replace(/[.។]$/, '') === name) || patterns.some((it) => it.test(name));
    return chaptersOf(language).flatMap(({ file }) =>
      sectionsOf(language, file)
        .flat()
        .filter((name) => !stressed[language].has(name) && !isLabel(name))
        .map((name) => `${language}/${file}: ${name}`),
    );
  });
  expect(unknown).toEqual([]);
});

test('what a search looks through says where each place is', () => {
  for (const language of manualLanguages) {
    const places = JSON.parse(`${files.get(`manual/${language}/search.json`)}`) as { to: string }[];
    expect(places.length).toBeGreaterThan(30);
    for (const { to } of places) {
      const [path = '', id] = to.slice(1).split('#');
      expect(`${files.get(path)}`).toContain(id === undefined ? '<h1>' : `id="${id}"`);
    }
  }
});

/** What a search in the manual shows first. */
const firstFor = (language: ManualLanguage, text: string): string | undefined =>
  findPlaces(JSON.parse(`${files.get(`manual/${language}/search.json`)}`) as Place[], text)[0]?.to;

test.each<[ManualLanguage, string, string]>([
  ['en', 'Refund', 'transactions.html#refund-a-deposit'],
  ['en', 'refunds', 'transactions.html#refund-a-deposit'],
  ['en', 'refunding deposits', 'transactions.html#refund-a-deposit'],
  ['en', 'recoveries', 'key-recovery.html'],
  ['en', 'recoveries organization', 'key-recovery.html#recover-an-organization-s-key'],
  ['en', 'backup', 'keyholders.html#register-your-secret-key'],
  ['en', 'បង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'បង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'បង្វិល សង', 'transactions.html#refund-a-deposit'],
  ['km', 'ប្រាក់បញ្ញើបង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'ប្ដូរ\u200bពាក្យ\u200bសម្ងាត់', 'signing-in.html#change-or-recover-your-password'],
  ['km', 'refund', 'transactions.html#refund-a-deposit'],
  ['km', 'KHQR', 'payment-qr.html'],
])('a search in the manual (%s) for %s leads to %s', (language, text, to) => {
  expect(firstFor(language, text)).toBe(`/manual/${language}/${to}`);
});

test('a search for what the manual does not have finds nothing', () => {
  for (const language of manualLanguages)
    for (const text of ['', ' ', 'cryptocurrency', 'រូបិយប័ណ្ណគ្រីបតូ'])
      expect(firstFor(language, text), text).toBeUndefined();
});

test('the piece of text that a search shows has the word that was found', () => {
  const place = {
    title: '',
    in: '',
    also: '',
    to: '',
    text: `${'long '.repeat(100)}refund ${'tail '.repeat(100)}`,
  };
  expect(excerptOf(place, 'refunds')).toMatch(/^… (long )+refund( tail)+ …$/);
  expect(excerptOf(place, 'absent')).toMatch(/^long( long)+ …$/);
  expect(excerptOf({ ...place, text: 'A refund.' }, 'refunds')).toBe('A refund.');
  // No Khmer letter is parted from what is written below or above it.
  const khmer = { ...place, text: `${'long '.repeat(3)}${'ចុចកណ្តឹងនៅខាងលើ'.repeat(30)}` };
  const shown = excerptOf(khmer, 'absent').replace(' …', '');
  expect(shown).not.toMatch(/\u17d2$/);
  expect(khmer.text.slice(shown.length)).not.toMatch(/^\p{M}/u);
});

test.each([
  ['/keyholder/registration', 'keyholders.html#register-your-secret-key'],
  ['/keyholder/re-install', 'keyholders.html#re-install-the-bank-s-key'],
  ['/settings', 'signing-in.html'],
  ['/settings/profile', 'signing-in.html#see-where-you-are-signed-in'],
  ['/users', 'console-access.html'],
  ['/users/id', 'console-access.html#see-what-somebody-may-do'],
  ['/waiting_for_approval/web', 'approving-customers.html'],
])('the help of %s leads to %s, in both languages', (screen, to) => {
  for (const language of manualLanguages)
    expect(`${files.get(`manual/${language}/help${screen}.html`)}`).toContain(
      `url=/manual/${language}/${to}"`,
    );
});

test('a chapter that is not like the others is refused', () => {
  const whole = '# Title\n<!-- for: manager -->\n\nText.\n\n## Task\n<!-- help: users -->\n\nMore.\n';
  expect(readChapter('1-x.md', whole, ['task'])).toMatchObject({
    title: 'Title',
    roles: ['manager'],
    help: new Map([['users', 'task']]),
  });
  expect(() => readChapter('1-x.md', whole, [])).toThrow('has not the headings of the English one');
  expect(() => readChapter('1-x.md', whole.replace('manager', 'nobody'), ['task'])).toThrow('is for nobody');
  expect(() => readChapter('1-x.md', whole.replace('<!-- for: manager -->', ''), ['task'])).toThrow(
    'says not for whom it is',
  );
  expect(() => readChapter('1-x.md', `${whole}Some <b>loud</b> text.\n`, ['task'])).toThrow('holds HTML');
});
