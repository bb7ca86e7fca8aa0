import pino from 'pino';

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard output by default. */
  readonly to?: pino.DestinationStream;
}

/** Names of fields that are never written, wherever they stand in a logged object. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'aeskey',
  'token',
  'id_token',
  'bearer',
  'privateKey',
];

/**
 * One JSON line an event. Bodies, queries and headers are not logged at all; the redaction is for what a later line
 * carries by mistake.
 */
export function openLog({ level, to }: LogOptions): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]),
      censor: '[secret]',
    },
    serializers: { err: errorFields, error: errorFields },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/**
 * An error without what it may have picked up: PostgreSQL's `detail` quotes the row, a failed statement its values. The
 * constraint's name is enough to find the fault.
 */
function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const named = ['code', 'constraint', 'table', 'routine'] as const;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      named.flatMap((name) => {
        const value: unknown = Reflect.get(error, name);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    ),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorFields(error.cause, depth + 1) }),
  };
}
