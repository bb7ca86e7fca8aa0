import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('config.json is read with fallbacks, unknown fields are ignored', () => {
  expect(
    readConfig({ baseUrl: 'https://api.bank.example/', IDLE_TIMEOUT: '600', extensions: true, more: 1 }),
  ).toEqual({
    baseUrl: 'https://api.bank.example',
    IDLE_TIMEOUT: 600,
    MAX_TRANSACTION_DAYS: 30,
    supportContact: '',
    version: '',
    demo: false,
    extensions: true,
  });
  expect(readConfig({ IDLE_TIMEOUT: -1, demo: 'yes' })).toMatchObject({ IDLE_TIMEOUT: 900, demo: false });
});

test('what is no object is refused', () => {
  for (const it of [null, 'x', [], 7]) expect(() => readConfig(it)).toThrow();
});
