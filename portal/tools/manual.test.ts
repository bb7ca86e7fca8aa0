import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesFor } from '../src/shell/manual-in-palette.tsx';
import { excerptOf, findPlaces, type Place } from '../src/shell/manual-search.ts';
import { manualFiles } from './manual.ts';
import {
  chaptersOf,
  type ManualLanguage,
  manualFolder,
  manualLanguages,
  readChapter,
} from './manual-chapters.ts';
import { type ManualRole, manualRoles, pagesOfRole } from './manual-roles.ts';

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
      sections: sections.map((it) => ({ id: it.id, level: it.level, roles: it.roles })),
    })),
  );
  expect(shapes[0]?.length).toBeGreaterThan(10);
  expect(shapes[1]).toEqual(shapes[0]);
  for (const { slug, sections } of shapes[0] ?? [])
    expect(new Set(sections.map(({ id }) => id)).size, `${slug}: headings alike`).toBe(sections.length);
});

/** The tasks that the first page lists for a role. */
function tasksOf(language: ManualLanguage, role: string): string[] {
  const [, after = ''] = `${files.get(`manual/${language}/index.html`)}`.split(`<h2 id="${role}">`);
  const [own = ''] = after.split('</section>');
  return [...own.matchAll(/<li><a href="[^"]*#([^"]+)"/g)].map(([, id = '']) => id);
}

test('each role finds its tasks on the first page', () => {
  for (const language of manualLanguages)
    for (const role of manualRoles) expect(tasksOf(language, role), role).not.toEqual([]);
});

test.each([
  ['manager', ['refund-a-deposit', 'follow-one-account', 'make-a-statement'], ['recover-a-customer-s-key']],
  [
    'administrator',
    ['change-a-customer-s-primary-contact', 'asked-in-the-app', 'export-a-list'],
    [
      'approve-or-reject-a-change-of-contact',
      'approve-or-reject-a-recovery',
      'look-up-customers-as-an-auditor',
      'make-a-statement',
    ],
  ],
  [
    'authorizer',
    ['approve-or-reject-a-recovery', 'see-what-became-of-a-change'],
    ['change-a-customer-s-primary-contact', 'recover-a-customer-s-key', 'asked-in-the-app'],
  ],
  [
    'auditor',
    ['find-one-transaction', 'look-up-customers-as-an-auditor'],
    ['acknowledge-a-deposit', 'refund-a-deposit', 'follow-one-account', 'delete-an-account', 'export-a-list'],
  ],
])('the first page lists for %s what the contract opens to it, and nothing else', (role, some, others) => {
  for (const language of manualLanguages) {
    expect(tasksOf(language, role)).toEqual(expect.arrayContaining(some));
    expect(tasksOf(language, role).filter((it) => others.includes(it))).toEqual([]);
  }
});

test('a task that is not for all whom its chapter is for says so itself', () => {
  const page = `${files.get('manual/en/transactions.html')}`;
  expect(page).toContain('Refund a deposit</h2>\n<p class="for">For: Manager</p>');
  expect(page).toContain('Find one transaction</h2>\n<p>Type');
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
    for (const [, src = '', size] of text.matchAll(
      /<img src="([^"]+)" alt="[^"]*" (width="\d+" height="\d+")?/g,
    )) {
      expect([...files.keys()], `${name} shows ${src}`).toContain(`${name.replace(/[^/]+$/, '')}${src}`);
      expect(size, `${name}: the size of ${src}`).toBeDefined();
    }
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

const placesIn = (language: ManualLanguage) =>
  JSON.parse(`${files.get(`manual/${language}/search.json`)}`) as Place[];
/** What a search in the manual shows. */
const foundFor = (language: ManualLanguage, text: string): string[] =>
  findPlaces(placesIn(language), text).map((it) => it.to);
const firstFor = (language: ManualLanguage, text: string): string | undefined => foundFor(language, text)[0];

test.each<[ManualLanguage, string, string]>([
  ['en', 'Refund', 'transactions.html#refund-a-deposit'],
  ['en', 'refunds', 'transactions.html#refund-a-deposit'],
  ['en', 'refunding deposits', 'transactions.html#refund-a-deposit'],
  ['en', 'recoveries', 'key-recovery.html'],
  ['en', 'recoveries organization', 'key-recovery.html#recover-an-organization-s-key'],
  ['en', 'reset password', 'signing-in.html#change-or-recover-your-password'],
  ['en', 'OTP', 'signing-in.html#change-or-recover-your-password'],
  ['en', 'reinstall', 'keyholders.html#re-install-the-bank-s-key'],
  ['en', 'dark mode', 'signing-in.html#change-language-and-appearance'],
  ['en', 'theme', 'signing-in.html#change-language-and-appearance'],
  ['en', 'timezone', 'finding-your-way.html'],
  ['en', 'leave without saving', 'finding-your-way.html'],
  ['en', 'still being sent', 'finding-your-way.html'],
  ['en', 'freeze', 'customers.html#block-or-unblock-an-account'],
  ['en', 'frozen', 'customers.html#block-or-unblock-an-account'],
  ['en', 'excel', 'exports-and-statements.html#export-a-list'],
  ['en', 'shortcut', 'finding-your-way.html#use-the-keyboard'],
  ['en', 'timeout', 'signing-in.html#come-back-after-a-pause'],
  ['en', 'idle', 'signing-in.html#come-back-after-a-pause'],
  ['en', 'notifications', 'transactions.html'],
  ['en', 'reminder', 'contact-changes.html#see-what-became-of-a-change'],
  ['en', 'daily limit', 'kyc-limits.html'],
  ['en', 'lost phone', 'key-recovery.html'],
  ['en', 'unlock user', 'console-access.html#change-block-or-unblock-a-user'],
  ['en', 'organisation', 'authorizers.html'],
  ['en', 'authorisers', 'authorizers.html'],
  ['en', 'organization', 'authorizers.html'],
  ['en', 'backup', 'keyholders.html#register-your-secret-key'],
  ['en', 'បង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'បង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'បង្វិល សង', 'transactions.html#refund-a-deposit'],
  ['km', 'ប្រាក់បញ្ញើបង្វិលសង', 'transactions.html#refund-a-deposit'],
  ['km', 'ប្ដូរ\u200bពាក្យ\u200bសម្ងាត់', 'signing-in.html#change-or-recover-your-password'],
  ['km', 'refund', 'transactions.html#refund-a-deposit'],
  ['km', 'ចាកចេញដោយមិនរក្សាទុក', 'finding-your-way.html'],
  ['km', 'កំពុងផ្ញើនៅឡើយ', 'finding-your-way.html'],
  ['km', 'KHQR', 'payment-qr.html'],
  ['km', 'បាត់ទូរស័ព្ទ', 'key-recovery.html'],
  ['km', 'ប្តូរលេខទូរស័ព្ទ', 'contact-changes.html#change-a-customer-s-primary-contact'],
  ['km', 'អត្តសញ្ញាណប័ណ្ណ', 'approving-customers.html#review-one-request-after-the-other'],
  ['km', 'ក្តារចុច', 'finding-your-way.html#use-the-keyboard'],
  ['km', 'ក្ដារចុច', 'finding-your-way.html#use-the-keyboard'],
  ['km', 'វេរប្រាក់', 'main-account.html#send-money-to-a-customer'],
  ['km', 'ដោះសោអ្នកប្រើ', 'console-access.html#change-block-or-unblock-a-user'],
  ['km', 'dark mode', 'signing-in.html#change-language-and-appearance'],
  ['en', 'pending', 'transactions.html#read-a-transaction'],
  ['en', 'ACH', 'transactions.html#read-a-transaction'],
  ['en', 'report', 'exports-and-statements.html'],
  ['en', 'reports', 'exports-and-statements.html'],
  ['en', 'logo', 'bank-information.html#logos'],
  ['en', 'wrong transfer', 'transactions.html#refund-a-deposit'],
  ['en', 'how to refund', 'transactions.html#refund-a-deposit'],
  ['en', 'send money to another bank', 'main-account.html#send-money-to-a-customer'],
  ['en', 'payee', 'main-account.html#send-money-to-a-customer'],
  ['en', 'duplicate', 'main-account.html#if-the-answer-does-not-come'],
  ['en', 'increase limit', 'kyc-limits.html#set-the-limit-of-an-account'],
  ['en', 'audit trail', 'audit-log.html'],
  ['en', 'maker-checker', 'approving-customers.html#know-who-may-decide'],
  ['en', 'dual control', 'approving-customers.html#know-who-may-decide'],
  ['km', 'ផ្ទេរខុស', 'transactions.html#refund-a-deposit'],
  ['km', 'ប្រាក់ចូល', 'transactions.html'],
  ['km', 'ដូរពាក្យសម្ងាត់', 'signing-in.html#change-or-recover-your-password'],
  ['km', 'ពាក្យសំងាត់', 'signing-in.html#change-or-recover-your-password'],
  ['km', 'ភ្លេចពាក្យសម្ងាត់', 'signing-in.html#change-or-recover-your-password'],
  ['km', 'ដូរលេខ', 'contact-changes.html#change-a-customer-s-primary-contact'],
  ['km', 'កំរិត', 'kyc-limits.html'],
  ['km', 'អីុមែល', 'signing-in.html'],
  ['km', 'អេក្សែល', 'exports-and-statements.html#export-a-list'],
  ['km', 'ព្រីន', 'transactions.html#read-a-transaction'],
  ['km', 'របៀបផ្ញើប្រាក់', 'main-account.html#send-money-to-a-customer'],
  ['km', 'ផ្ញើលុយ', 'main-account.html#send-money-to-a-customer'],
])('a search in the manual (%s) for %s leads to %s', (language, text, to) => {
  expect(firstFor(language, text)).toBe(`/manual/${language}/${to}`);
});

test.each<[ManualLanguage, string, string]>([
  ['en', 'unlock', 'console-access.html#change-block-or-unblock-a-user'],
  ['km', 'ដោះសោ', 'console-access.html#change-block-or-unblock-a-user'],
  ['km', 'លេខទូរស័ព្ទ', 'bank-information.html#change-it'],
])('a search in the manual (%s) for %s finds %s as well', (language, text, to) => {
  expect(foundFor(language, text)).toContain(`/manual/${language}/${to}`);
});

test('a Latin word is found from its beginning, a whole one before the beginning of another', () => {
  const named = (title: string, text = '') => ({ title, in: '', also: '', to: title, text });
  const places = [named('Suspend'), named('Pendulum'), named('Other', 'It is pending.'), named('Pending')];
  const found = (text: string) => findPlaces(places, text).map((it) => it.to);
  expect(found('pending')).toEqual(['Pending', 'Other']);
  expect(found('pend')).toEqual(['Pending', 'Pendulum', 'Other']);
  expect(found('uspend')).toEqual([]);
});

test.each<[ManualLanguage, ManualRole, string, string]>([
  ['en', 'manager', 'refund', 'transactions.html#refund-a-deposit'],
  ['en', 'auditor', 'refund', 'finding-your-way.html#get-help-with-the-page-you-are-on'],
  ['en', 'manager', 'print', 'transactions.html#read-a-transaction'],
  ['en', 'access-manager', 'unlock', 'console-access.html#change-block-or-unblock-a-user'],
  ['en', 'administrator', 'unlock', 'customers.html#block-or-unblock-an-account'],
  ['en', 'manager', 'qr', 'payment-qr.html'],
  ['en', 'manager', 'clearing house', 'transactions.html#read-a-transaction'],
  ['km', 'manager', 'ផ្ញើលុយ', 'main-account.html#send-money-to-a-customer'],
  ['km', 'keyholder', 'ភ្លេចពាក្យសម្ងាត់', 'signing-in.html#change-or-recover-your-password'],
])('⌘K (%s) offers a %s for %s what that role may do', (language, role, text, to) => {
  const own = pagesOfRole(role);
  const [first] = placesFor(placesIn(language), text, (page) => own.has(page));
  expect(first?.to).toBe(`/manual/${language}/${to}`);
});

test('the Khmer manual has one word each for a colleague and for the demo bank', () => {
  for (const { file } of chaptersOf('km'))
    expect(readFileSync(join(manualFolder, 'km', file), 'utf8'), file).not.toMatch(/សហការី|គណនីសាកល្បង/);
});

test('the words by which a place is searched stand on no page', () => {
  for (const [name, text] of pages) expect(text, name).not.toMatch(/<!--|reinstall|ក្តារចុច/);
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
  ['/forgot-password', 'signing-in.html#change-or-recover-your-password'],
  ['/key_recovery_requests_info/id', 'key-recovery.html#see-what-may-be-done-when'],
  ['/recovery-requests-info/id', 'key-recovery.html#approve-or-reject-a-recovery'],
  ['/users/id', 'console-access.html#see-what-somebody-may-do'],
  ['/waiting_for_approval/web', 'approving-customers.html'],
])('the help of %s leads to %s, in both languages', (screen, to) => {
  for (const language of manualLanguages)
    expect(`${files.get(`manual/${language}/help${screen}.html`)}`).toContain(
      `url=/manual/${language}/${to}"`,
    );
});

test('a chapter that is not like the others is refused', () => {
  const whole =
    '# Title\n<!-- for: history auditor-history -->\n\nText.\n\n## Task\n' +
    '<!-- for: history -->\n<!-- help: users -->\n<!-- words: other, name -->\n\nMore.\n';
  const read = (text: string, ids = ['task']) => readChapter('en', '1-x.md', text, ids);
  expect(read(whole)).toMatchObject({
    title: 'Title',
    roles: ['manager', 'auditor'],
    help: new Map([['users', 'task']]),
    pages: ['history', 'auditor-history'],
    sections: [{ id: 'task', roles: ['manager'], pages: ['history'], words: 'other, name', text: 'More.' }],
  });
  expect(() => read(whole, [])).toThrow('has not the headings of the English one');
  expect(() => read(whole.replace('history -->', 'nothing -->'))).toThrow('is for history auditor-nothing');
  expect(() => read(whole.replace('for: history -->', 'for: users -->'))).toThrow(
    'is not for all whom "Task" is for',
  );
  expect(() => read(whole.replace('<!-- for: history auditor-history -->', ''))).toThrow(
    'says not for whom it is',
  );
  expect(() => read(`${whole}![Nothing](nothing.webp)\n`)).toThrow('shows nothing.webp, which is no picture');
  expect(() => read(`${whole}Some <b>loud</b> text.\n`)).toThrow('holds HTML');
});
