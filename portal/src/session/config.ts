/** What the server tells the portal at start (decisions section 2). */
export type Config = {
  baseUrl: string;
  /** Seconds without activity before the idle dialog. */
  IDLE_TIMEOUT: number;
  MAX_TRANSACTION_DAYS: number;
  supportContact: string;
  version: string;
  demo: boolean;
  /** True on Tonle's own server; false means that only the specifications' calls and headers may be used. */
  extensions: boolean;
};

/**
 * Reads what config.json says; what is missing or makes no sense falls back, unknown fields are ignored.
 * By hand, since zod stays out of what the sign-in page loads.
 */
export function readConfig(raw: unknown): Config {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Error('config.json is no object');
  const it = raw as Record<string, unknown>;
  const text = (name: string) => (typeof it[name] === 'string' ? (it[name] as string).slice(0, 500) : '');
  const whole = (name: string, min: number, max: number, fallback: number) => {
    const value = Number(it[name]);
    return Number.isInteger(value) && value >= min && value <= max ? value : fallback;
  };
  return {
    baseUrl: text('baseUrl').replace(/\/$/, ''),
    IDLE_TIMEOUT: whole('IDLE_TIMEOUT', 10, 86_400, 900),
    MAX_TRANSACTION_DAYS: whole('MAX_TRANSACTION_DAYS', 1, 3660, 30),
    supportContact: text('supportContact'),
    version: text('version'),
    demo: it.demo === true,
    extensions: it.extensions === true,
  };
}

let config: Config | undefined;

/** Reads /config.json, once, before the first page. */
export async function loadConfig(): Promise<Config> {
  const answer = await fetch('/config.json', { headers: { accept: 'application/json' }, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  config = readConfig(await answer.json());
  return config;
}

/** The configuration; there is no page before it has been read. */
export function getConfig(): Config {
  if (!config) throw new Error('getConfig before loadConfig');
  return config;
}
