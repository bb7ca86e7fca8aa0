import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountIdPattern } from '@tonle/contract/account-id';
import type { NewPhone, Recovered } from './new-phone.ts';

/** Where people find the customer's new phone. */
export const phonePath = '/phone';

/** The customer's phone as a page, for whoever plays the customer in the demo. */
export async function answerPhone(
  { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  body: Buffer,
  response: ServerResponse,
  phone: NewPhone,
): Promise<void> {
  if (method !== 'POST') {
    const asked = new URL(url ?? phonePath, 'http://phone').searchParams.get('account') ?? '';
    return send(response, 200, page({ account: asked, code: '' }));
  }
  const typed = new URLSearchParams(body.toString());
  const account = (typed.get('account') ?? '').trim().toLowerCase();
  const code = (typed.get('code') ?? '').trim();
  const result: Recovered = accountIdPattern.test(account)
    ? await phone.recover(account, code)
    : { ok: false, message: 'Invalid account ID' };
  return send(response, result.ok ? 200 : 409, page({ account, code: result.ok ? '' : code, result }));
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  });
  response.end(html);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${String(one.codePointAt(0))};`);

function page({ account, code, result }: { account: string; code: string; result?: Recovered }): string {
  const told =
    result === undefined
      ? ''
      : result.ok
        ? '<p role="status" class="good">This phone has a new key. The bank now has it approved; you can use the app once that is done.</p>'
        : `<p role="alert" class="bad">${escaped(result.message)}</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A customer’s new phone</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; }
  main { width: 320px; padding: 32px 24px; border: 1px solid #84929d; border-radius: 24px; }
  h1 { margin: 0 0 8px; font-size: 20px; }
  label { display: block; margin-top: 16px; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; padding: 10px; font: inherit; }
  button { width: 100%; margin-top: 24px; padding: 12px; font: inherit; }
  .good { border-left: 4px solid #1f8a5b; padding-left: 12px; }
  .bad { border-left: 4px solid #cc3f42; padding-left: 12px; }
</style>
<main>
  <h1>My new phone</h1>
  <p>For the demo: you are a customer who has lost their phone. Enter the code that the bank’s staff read out.</p>
  ${told}
  <form method="post" action="${phonePath}">
    <label>Account ID<input name="account" value="${escaped(account)}" required></label>
    <label>Code<input name="code" value="${escaped(code)}" inputmode="numeric" autocomplete="off" required></label>
    <button>Recover my key</button>
  </form>
</main>
</html>`;
}
