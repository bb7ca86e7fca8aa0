import { expect, test } from 'vitest';
import { manualFiles } from './manual.ts';
import { chaptersOf, manualLanguages, manualRoles, readChapter } from './manual-chapters.ts';

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
    expect(text.replace('<script src="/manual.js" defer></script>', ''), name).not.toMatch(
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
