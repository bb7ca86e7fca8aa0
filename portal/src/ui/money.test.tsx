import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';
import { Money } from './money.tsx';

test.each(['row', 'inline'] as const)('the element says the same as the text: %s', (size) => {
  const markup = renderToStaticMarkup(<Money amount="1284019.55" currency="USD" code size={size} />);
  expect(markup.replace(/<[^>]+>/g, '')).toBe('$1,284,019.55 USD');
});

test('initials are two letters, of a Khmer name its first cluster', () => {
  expect(initialsOf('Chan Sreymom')).toBe('CS');
  expect(initialsOf('manager')).toBe('M');
  expect(initialsOf('ស្រី មុំ')).toBe('ស្រី');
  expect(initialsOf('')).toBe('');
});
