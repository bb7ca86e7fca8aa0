export interface TextMessage {
  /** The same for every attempt, so that a gateway can tell a repetition. */
  readonly id: string;
  /** 855 and digits. */
  readonly recipient: string;
  readonly text: string;
}

const TIMEOUT_MS = 15_000;
/** These say that this very message will never be taken; anything else may be mended or pass. */
const REFUSED_FOR_GOOD = new Set([400, 413, 422]);

/**
 * Hands text messages to an HTTP SMS gateway (decision 070): one POST of JSON a message. A gateway that refuses this message
 * for good is told apart from one that cannot take it now: `refuseForGood` makes the error of the first.
 */
export function smsSender(options: {
  url: string;
  token: string | undefined;
  from: string | undefined;
  refuseForGood: (reason: string) => Error;
  timeoutMs?: number;
}): (message: TextMessage) => Promise<void> {
  const { url, credentials } = withoutCredentials(options.url);
  const authorization = options.token === undefined ? credentials : `Bearer ${options.token}`;
  return async ({ id, recipient, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({
        to: `+${recipient}`,
        text,
        ...(options.from === undefined ? {} : { from: options.from }),
      }),
      // A message to a place that nobody configured is a message to a stranger.
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`no answer: ${reasonOf(error)}`);
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    const reason = `answered with ${answer.status}`;
    throw REFUSED_FOR_GOOD.has(answer.status) ? options.refuseForGood(reason) : new Error(reason);
  };
}

/** `fetch` refuses user and password in an address; as a header they are what was meant. */
function withoutCredentials(given: string): { url: string; credentials: string | undefined } {
  const url = new URL(given);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: url.href,
    credentials: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it took too long';
  const code = Reflect.get(Object(error.cause), 'code');
  return typeof code === 'string' ? code : error.name;
}
