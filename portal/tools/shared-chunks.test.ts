import { expect, test } from 'vitest';
import { nameSharedChunks } from './shared-chunks.ts';

const src = '/tonle/portal/src/';
const icons = '/tonle/node_modules/@tabler/icons-react/dist/esm/';

/** A small portal: what each module imports, and its code where that says more. */
const graph: Record<string, { importedIds: string[]; code?: string }> = {
  [`${src}main.tsx`]: { importedIds: ['/tonle/node_modules/react/index.js', `${src}paths.ts`] },
  '/tonle/node_modules/react/index.js': { importedIds: [] },
  [`${src}paths.ts`]: { importedIds: [] },
  [`${src}areas/sign-in/login-page.tsx`]: {
    importedIds: [`${src}ui/banner.tsx`, `${src}areas/sign-in/river-art.tsx`, `${src}paths.ts`],
  },
  [`${src}areas/sign-in/river-art.tsx`]: { importedIds: [] },
  [`${src}ui/banner.tsx`]: { importedIds: [] },
  [`${src}shell/shell.tsx`]: { importedIds: [`${src}ui/banner.tsx`, `${src}shell/header.tsx`] },
  [`${src}shell/header.tsx`]: {
    importedIds: [`${icons}tabler-icons-react.mjs`],
    code: 'import { IconBell } from "@tabler/icons-react";',
  },
  [`${icons}tabler-icons-react.mjs`]: {
    importedIds: [`${icons}icons/IconBell.mjs`, `${icons}icons/IconEye.mjs`, `${icons}icons/IconTrash.mjs`],
  },
  [`${icons}icons/IconBell.mjs`]: { importedIds: [] },
  [`${icons}icons/IconEye.mjs`]: { importedIds: [] },
  [`${icons}icons/IconTrash.mjs`]: { importedIds: [] },
  [`${src}table/data-table.tsx`]: {
    importedIds: [`${icons}tabler-icons-react.mjs`, `${src}ui/money.tsx`],
    code: 'import { IconEye as Eye } from "@tabler/icons-react";',
  },
  [`${src}ui/money.tsx`]: { importedIds: [] },
  [`${src}areas/a/a-page.tsx`]: { importedIds: [`${src}table/data-table.tsx`] },
  [`${src}areas/b/b-page.tsx`]: { importedIds: [`${src}table/data-table.tsx`, `${src}areas/b/b-card.tsx`] },
  [`${src}areas/c/c-page.tsx`]: { importedIds: [`${src}table/data-table.tsx`] },
  [`${src}areas/b/b-card.tsx`]: { importedIds: [] },
  [`${src}areas/d/d-page.tsx`]: { importedIds: [`${src}ui/money.tsx`] },
};

const nameOf = nameSharedChunks(Object.keys(graph), (id) => graph[id] ?? null);

test('what is shared lies in the file of those who need it first', () => {
  expect(nameOf('/tonle/node_modules/react/index.js')).toBe('base');
  expect(nameOf(`${src}paths.ts`)).toBe('start');
  expect(nameOf(`${src}ui/banner.tsx`)).toBe('sign-in');
  expect(nameOf(`${src}shell/header.tsx`)).toBe('inside');
  expect(nameOf(`${src}table/data-table.tsx`)).toBe('lists');
});

test('a page without a list does not bring the lists along', () => {
  expect(nameOf(`${src}ui/money.tsx`)).toBe('pages');
});

test('what one page needs stays with it', () => {
  for (const own of [
    'areas/sign-in/river-art.tsx',
    'areas/b/b-card.tsx',
    'areas/d/d-page.tsx',
    'shell/shell.tsx',
  ])
    expect(nameOf(src + own)).toBeUndefined();
});

test('of a package that passes on others, only what is named comes along', () => {
  expect(nameOf(`${icons}icons/IconBell.mjs`)).toBe('inside');
  expect(nameOf(`${icons}icons/IconEye.mjs`)).toBe('lists');
  expect(nameOf(`${icons}icons/IconTrash.mjs`)).toBeUndefined();
});
