import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const strong = {
  SESSION_SECRET: 'k3Jq9vX2mB7wLzR8tN5yHd1sPf4gVc6A',
  KEY_WRAP_SECRET: 'Z8rT1nW6bQ4xYj9uMe2kDs7hGa5oLv3C',
};
const database = {
  DATABASE_URL: 'postgres://tonle:a@db/tonle',
  DATABASE_OWNER_URL: 'postgres://tonle_owner:b@db/tonle',
};

test('an empty environment is the demo on this machine', () => {
  expect(readConfig({}, 'demo')).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    corsOrigins: [],
    idleTimeoutSeconds: 900,
    maxTransactionDays: 30,
  });
});

test('an empty variable is one that is not set; lists are split', () => {
  const config = readConfig({ PORT: '', CORS_ORIGINS: 'https://a.example, https://b.example' }, 'demo');
  expect(config.port).toBe(8080);
  expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example']);
});

test('proxies are named by address, network or name', () => {
  const TRUST_PROXY = 'loopback, 10.0.0.0/8, 2001:db8::1';
  expect(readConfig({ TRUST_PROXY }, 'demo').trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1']);
});

describe('production', () => {
  test('starts with two strong secrets', () => {
    expect(readConfig(strong, 'production').sessionSecret).toBe(strong.SESSION_SECRET);
  });

  test.each([
    ['a missing secret', { SESSION_SECRET: strong.SESSION_SECRET }, /KEY_WRAP_SECRET is missing/],
    ['a short secret', { ...strong, SESSION_SECRET: 'k3Jq9vX2mB7w' }, /SESSION_SECRET: must be at least 32/],
    ['a key held down', { ...strong, SESSION_SECRET: 'a'.repeat(40) }, /SESSION_SECRET: must be at least 32/],
    ['a placeholder', { ...strong, SESSION_SECRET: 'change-me-change-me-0123456789-abc' }, /SESSION_SECRET/],
    [
      'one secret for both',
      { SESSION_SECRET: strong.SESSION_SECRET, KEY_WRAP_SECRET: strong.SESSION_SECRET },
      /same/,
    ],
  ])('refuses %s', (_, environment, message) => {
    expect(() => readConfig(environment, 'production')).toThrow(message);
  });
});

describe('refused in words', () => {
  test.each([
    ['a port that is none', { PORT: 'http' }, /PORT: must be a whole number/],
    ['half a database', { DATABASE_URL: database.DATABASE_URL }, /DATABASE_OWNER_URL is missing/],
    ['one role for both', { ...database, DATABASE_URL: database.DATABASE_OWNER_URL }, /same role/],
    [
      'a database URL that is none',
      { ...database, DATABASE_URL: 'postgres://tonle:a/b@db:x/tonle' },
      /^DATABASE_URL: is no URL: percent-encode what is special in user and password\.$/,
    ],
    ['a proxy without an address', { TRUST_PROXY: 'on' }, /TRUST_PROXY: must be off, or addresses/],
    ['a network too narrow', { TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY/],
    ['an origin with a slash', { CORS_ORIGINS: 'https://a.example/' }, /CORS_ORIGINS: must be origins/],
    ['any origin', { CORS_ORIGINS: '*' }, /CORS_ORIGINS/],
    ['the demo on every address', { HOST: '0.0.0.0' }, /DEMO_ALLOW_REMOTE/],
  ])('%s', (_, environment, message) => {
    expect(() => readConfig(environment, 'demo')).toThrow(message);
  });

  test('unless the demo is told so', () => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO_ALLOW_REMOTE: 'on' }, 'demo').host).toBe('0.0.0.0');
  });
});
