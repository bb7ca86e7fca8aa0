import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';
import { Money, moneyText } from './money.tsx';

test.each([
  ['15000', 'KHR', {}, '៛15,000'],
  ['15000.00', 'KHR', {}, '៛15,000'],
  ['9007199254740993', 'KHR', { code: true }, '៛9,007,199,254,740,993 KHR'],
  ['0.3', 'USD', {}, '$0.30'],
  ['-165408.10', 'USD', {}, '−$165,408.10'],
  [420_250_000n, 'KHR', { sign: 'always' }, '+៛420,250,000'],
  ['5', 'USD', { sign: '-' }, '−$5.00'],
  ['nonsense', 'USD', {}, '$nonsense'],
  // A currency that is none of ours, as another server may name it.
  ['1284019.5', 'THB' as 'USD', { sign: '-', code: true }, '−1,284,019.5 THB'],
] as const)('%s %s reads as %o -> %s', (amount, currency, options, text) => {
  expect(moneyText(amount, currency, options)).toBe(text);
});

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
