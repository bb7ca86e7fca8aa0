import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Contact } from './contact.tsx';

test.each([
  ['suon.sovann271@mail.example', 'suon.sovann271@mail.example'],
  ['85512345678', '+855 12 345 678'],
])('%s is told in full where a list cuts it', (value, shown) => {
  expect(renderToStaticMarkup(<Contact value={value} />)).toContain(`title="${shown}"`);
});
