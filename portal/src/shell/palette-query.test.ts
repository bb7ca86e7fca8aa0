import { expect, test } from 'vitest';
import { kindOf } from './palette-query.ts';

const hash = '6be2094c1fa7d83e5b0c2f96a41d7e83c90b5f2ad61e4873f0a9c5b27de14a80';

test.each([
  [hash.toUpperCase(), 'hash', hash],
  ['Sok_Dara@chkt', 'account-id', 'sok_dara@chkt'],
  ['+855 92 417 226', 'phone', '85592417226'],
  ['092-417-226', 'phone', '85592417226'],
  ['INV-2026-01874', 'text', 'INV-2026-01874'],
])('%s is a %s', (text, kind, value) => expect(kindOf(text)).toEqual({ kind, value }));
