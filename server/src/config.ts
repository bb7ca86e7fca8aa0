import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type SignInSettings, signInEnvironment, signInSettingsOf } from './sign-in-settings.ts';
import { StartRefused } from './start/start-refused.ts';

export type { SignInSettings } from './sign-in-settings.ts';

/** What is being run: the demo bank, the same while developing, a real bank, a server under test, a command. */
export type Mode = 'demo' | 'dev' | 'production' | 'test' | 'command';

const SECRET_LENGTH_MIN = 32;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const databaseUrl = z
  .string()
  .max(2_000)
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must begin with postgres://')
  // Found here, where only the variable is named: later its fault would be told with the password in it.
  .refine((value) => URL.canParse(value), 'is no URL: percent-encode what is special in user and password');

const secret = z
  .string()
  .max(1_000)
  .refine((value) => isStrong(value), `must be at least ${SECRET_LENGTH_MIN} characters, made at random`);

/** Long, and not a word or a key held down. */
function isStrong(value: string): boolean {
  return (
    value.length >= SECRET_LENGTH_MIN && new Set(value).size >= 10 && !/change|secret|example/i.test(value)
  );
}

/** A key as one line of text: base64 of its DER form. */
const derKey = (kind: 'private' | 'public') =>
  z
    .string()
    .max(1_000)
    .refine(
      (value) => isEd25519(value, kind),
      `must be an Ed25519 ${kind} key, base64 of its ${kind === 'private' ? 'PKCS #8' : 'SPKI'} DER form`,
    );

function isEd25519(value: string, kind: 'private' | 'public'): boolean {
  try {
    const key = Buffer.from(value, 'base64');
    const { asymmetricKeyType } =
      kind === 'private'
        ? createPrivateKey({ key, format: 'der', type: 'pkcs8' })
        : createPublicKey({ key, format: 'der', type: 'spki' });
    return asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

const keyId = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots or hyphens');

/** Several, so that the network can change its key: `id:key,id:key`. */
const publicKeys = z
  .string()
  .max(10_000)
  .transform((value) =>
    list(value).map((item) => ({ keyId: item.split(':')[0] ?? '', publicKey: item.split(':')[1] ?? '' })),
  )
  .pipe(z.array(z.object({ keyId, publicKey: derKey('public') })).min(1, 'must name a key'));
/** An address, a network, or one of the names that Fastify knows. */
const isNetwork = (value: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  const isPrefix =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
  return version !== 0 && rest.length === 0 && isPrefix;
};

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Everything Tonle reads from its environment; README's table is made from this. */
export const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(8080).describe('Port the server listens on'),
  HOST: z.string().max(255).default('127.0.0.1').describe('Address the server listens on'),
  DATA_DIR: z
    .string()
    .max(4_000)
    .default('./data')
    .describe("Folder for the embedded database, the demo's secrets and the bank's sealed key"),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer, as the serving role; unset: the embedded PostgreSQL 18'),
  DATABASE_OWNER_URL: databaseUrl
    .optional()
    .describe('The same database as the role that owns the tables and migrates; needed with `DATABASE_URL`'),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe('A replica that reports read from; unset: the database itself'),
  DATABASE_POOL: wholeNumber(4, 500).default(20).describe('Most database connections of one server'),
  SESSION_SECRET: secret
    .optional()
    .describe('Signs sessions; 32 random characters or more; required in production'),
  KEY_WRAP_SECRET: secret
    .optional()
    .describe("Seals the bank's key at rest; 32 random characters or more; required in production"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe('Address people open; unset: `http://localhost:PORT`'),
  TRUST_PROXY: z
    .string()
    .max(1_000)
    .default('off')
    .refine(
      (value) => value === 'off' || list(value).every(isNetwork),
      'must be off, or addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
    )
    .describe("`off`, or the proxies' addresses (comma-separated, CIDR allowed) whose `X-Forwarded-*` count"),
  CORS_ORIGINS: z
    .string()
    .max(4_000)
    .default('')
    .refine(
      (value) => list(value).every(isOrigin),
      'must be origins such as https://bank.example, without a path or a slash at the end',
    )
    .describe('Other origins that may call the API, comma-separated'),
  NETWORK_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe('Address of the national network; unset: payments stay within the bank'),
  NETWORK_KEY_ID: keyId.optional().describe('Under which name the network knows the key below'),
  NETWORK_PRIVATE_KEY: derKey('private')
    .optional()
    .describe('Signs messages to the network: Ed25519, base64 of PKCS #8 DER; needed with `NETWORK_URL`'),
  NETWORK_PUBLIC_KEYS: publicKeys
    .optional()
    .describe('What the network signs with: `id:key`, comma-separated, base64 of SPKI DER'),
  NETWORK_TIMEOUT: wholeNumber(1, 30)
    .default(3)
    .describe('Seconds that a look-up of another bank’s account may take'),
  NETWORK_SILENCE: wholeNumber(1, 86_400)
    .default(300)
    .describe('Seconds without news of a transfer until the network is asked'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(500)
    .optional()
    .describe('Bearer token for `/metrics`; unset: only from this machine, without a proxy'),
  IDLE_TIMEOUT: wholeNumber(30, 86_400)
    .default(900)
    .describe('Seconds without activity until the idle dialog'),
  ...signInEnvironment,
  SMTP_URL: z
    .string()
    .max(2_000)
    .regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'Mail server, `smtps://user:password@host`; unset: the demo shows mail at `/outbox`, a bank sends none',
    ),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must hold an e-mail address')
    .default('Tonle <no-reply@tonle.example>')
    .describe('Sender of the mails'),
  SMS_URL: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe(
      'SMS gateway that takes a POST of JSON (decision 070), `https://user:password@host/path`; unset: the demo shows text messages at `/outbox`, a bank sends none',
    ),
  SMS_TOKEN: z.string().min(1).max(2_000).optional().describe('Bearer token for the SMS gateway'),
  SMS_FROM: z
    .string()
    .max(20)
    .regex(/^[A-Za-z0-9+ ]+$/, 'must be letters, digits and blanks')
    .optional()
    .describe('Sender of the text messages, where the gateway wants one named'),
  REMINDER_HOURS: wholeNumber(1, 720)
    .default(24)
    .describe(
      'Hours that a request (KYC, contact change, key recovery) may wait until it is marked as overdue; a key recovery, which fails after 24 hours, waits 6 at most',
    ),
  REMINDER_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00')
    .optional()
    .describe(
      'Time of day in Phnom Penh, `08:00`, at which those who may decide are mailed that requests are overdue (of key recoveries also later that day); unset: no such mail',
    ),
  MAX_TRANSACTION_DAYS: wholeNumber(1, 366)
    .default(30)
    .describe("Days the transaction lists' look-back covers, today included"),
  SUPPORT_CONTACT: z
    .string()
    .max(200)
    .default('support@tonle.example')
    .describe('Shown on the sign-in page to those who need help'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much the server logs'),
  DEMO_TRAFFIC: onOff
    .default(true)
    .describe(
      '`off` stops the payments that the demo’s simulator makes by itself; the network goes on answering',
    ),
  DEMO_ALLOW_REMOTE: onOff
    .default(false)
    .describe('`on` lets the demo bank, whose passwords are public, listen beyond this machine'),
});

type Environment = z.output<typeof environmentSchema>;

/** Base64 of DER: PKCS #8 and SPKI. */
export interface NetworkKeys {
  keyId: string;
  privateKey: string;
  publicKeys: readonly { keyId: string; publicKey: string }[];
}

export interface Config {
  mode: Mode;
  port: number;
  host: string;
  dataDir: string;
  /** Both absent: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  /** Where reports read, if not there. */
  databaseReadUrl: string | undefined;
  databasePoolMax: number;
  sessionSecret: string;
  keyWrapSecret: string;
  publicUrl: string;
  /** False, or the addresses of the proxies in front. */
  trustProxy: false | readonly string[];
  corsOrigins: readonly string[];
  /** Absent: no other bank can be paid. */
  networkUrl: string | undefined;
  networkKeys: NetworkKeys | undefined;
  networkTimeoutSeconds: number;
  networkSilenceSeconds: number;
  metricsToken: string | undefined;
  idleTimeoutSeconds: number;
  /** Passwords, lock-out, one-time passwords, sessions. */
  signIn: SignInSettings;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Absent: no text message leaves. */
  smsUrl: string | undefined;
  smsToken: string | undefined;
  smsFrom: string | undefined;
  reminderHours: number;
  /** HH:MM in Phnom Penh; absent: nobody is mailed. */
  reminderTime: string | undefined;
  maxTransactionDays: number;
  supportContact: string;
  logLevel: Environment['LOG_LEVEL'];
  demoTraffic: boolean;
}

/** A configuration whose secrets the demo has yet to make. */
export type ConfigDraft = Omit<Config, 'sessionSecret' | 'keyWrapSecret'> & {
  sessionSecret: string | undefined;
  keyWrapSecret: string | undefined;
};

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/** Reads and judges the environment; what is wrong with it is said in one sentence per variable. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  mode: Mode,
): ConfigDraft {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new StartRefused(
      parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}.`).join('\n'),
    );
  }
  const it = parsed.data;
  refuseHalfADatabase(it);
  if (mode === 'production') refuseHalfANetwork(it);
  if (mode === 'production') refuseMissingSecrets(it);
  if ((mode === 'demo' || mode === 'dev') && !LOOPBACK.test(it.HOST) && !it.DEMO_ALLOW_REMOTE) {
    throw new StartRefused(
      `The demo bank's passwords are public, so it does not listen on ${it.HOST}: leave HOST unset, or set DEMO_ALLOW_REMOTE=on if you mean it.`,
    );
  }
  return {
    mode,
    port: it.PORT,
    host: it.HOST,
    dataDir: resolve(it.DATA_DIR),
    databaseUrl: it.DATABASE_URL,
    databaseOwnerUrl: it.DATABASE_OWNER_URL,
    databaseReadUrl: it.DATABASE_READ_URL,
    databasePoolMax: it.DATABASE_POOL,
    sessionSecret: it.SESSION_SECRET,
    keyWrapSecret: it.KEY_WRAP_SECRET,
    publicUrl: (it.PUBLIC_URL ?? `http://localhost:${it.PORT}`).replace(/\/+$/, ''),
    trustProxy: it.TRUST_PROXY === 'off' ? false : list(it.TRUST_PROXY),
    corsOrigins: list(it.CORS_ORIGINS),
    networkUrl: it.NETWORK_URL?.replace(/\/+$/, ''),
    networkKeys: networkKeysOf(it),
    networkTimeoutSeconds: it.NETWORK_TIMEOUT,
    networkSilenceSeconds: it.NETWORK_SILENCE,
    metricsToken: it.METRICS_TOKEN,
    idleTimeoutSeconds: it.IDLE_TIMEOUT,
    signIn: signInSettingsOf(it),
    smtpUrl: it.SMTP_URL,
    mailFrom: it.MAIL_FROM,
    smsUrl: it.SMS_URL,
    smsToken: it.SMS_TOKEN,
    smsFrom: it.SMS_FROM,
    reminderHours: it.REMINDER_HOURS,
    reminderTime: it.REMINDER_TIME,
    maxTransactionDays: it.MAX_TRANSACTION_DAYS,
    supportContact: it.SUPPORT_CONTACT,
    logLevel: it.LOG_LEVEL,
    demoTraffic: it.DEMO_TRAFFIC,
  };
}

function refuseHalfADatabase(it: Environment): void {
  if ((it.DATABASE_URL === undefined) !== (it.DATABASE_OWNER_URL === undefined)) {
    const missing = it.DATABASE_URL === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
    throw new StartRefused(
      `${missing} is missing: set both DATABASE_URL (the serving role) and DATABASE_OWNER_URL (the role that owns the tables), or neither for the embedded PostgreSQL.`,
    );
  }
  if (it.DATABASE_URL !== undefined && it.DATABASE_OWNER_URL !== undefined) {
    if (new URL(it.DATABASE_URL).username === new URL(it.DATABASE_OWNER_URL).username) {
      throw new StartRefused(
        'DATABASE_URL and DATABASE_OWNER_URL name the same role: the serving role must be another, so that it cannot change what the ledger has sealed.',
      );
    }
  }
}

function networkKeysOf(it: Environment): NetworkKeys | undefined {
  const { NETWORK_KEY_ID: keyId, NETWORK_PRIVATE_KEY: privateKey, NETWORK_PUBLIC_KEYS: publicKeys } = it;
  if (keyId === undefined || privateKey === undefined || publicKeys === undefined) return undefined;
  return { keyId, privateKey, publicKeys };
}

function refuseHalfANetwork(it: Environment): void {
  const names = ['NETWORK_URL', 'NETWORK_KEY_ID', 'NETWORK_PRIVATE_KEY', 'NETWORK_PUBLIC_KEYS'] as const;
  const missing = names.filter((name) => it[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new StartRefused(
    `${missing.join(', ')} missing: the network needs ${names.join(', ')} together, or none of them.`,
  );
}

function refuseMissingSecrets(it: Environment): void {
  for (const name of ['SESSION_SECRET', 'KEY_WRAP_SECRET'] as const) {
    if (it[name] === undefined) {
      throw new StartRefused(`${name} is missing: set it to ${SECRET_LENGTH_MIN} or more random characters.`);
    }
  }
  if (it.SESSION_SECRET === it.KEY_WRAP_SECRET) {
    throw new StartRefused('SESSION_SECRET and KEY_WRAP_SECRET are the same: each needs its own.');
  }
}
