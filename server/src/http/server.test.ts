import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { RefusalBody } from '@tonle/contract/refusal';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { addressGroup } from './limits.ts';
import { openLog } from './log.ts';
import type { ServerOptions } from './server.ts';
import { buildTestLayer, MANAGER, testRoutes } from './test-routes.ts';

const opened: FastifyInstance[] = [];
const build = async (options: Partial<ServerOptions> = {}) => {
  const { app } = await buildTestLayer(options);
  opened.push(app);
  return app;
};
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

describe('headers', () => {
  it('keep a browser from running or framing anything foreign', async () => {
    const app = await build();
    for (const url of ['/test/open', '/test/nothing', '/api-docs', '/config.json']) {
      const { headers } = await app.inject({ url });
      const csp = String(headers['content-security-policy']);
      expect(csp).toContain("script-src 'self';");
      expect(csp).not.toMatch(/unsafe-/);
      expect(csp).toContain("connect-src 'self';");
      expect(csp).toContain("img-src 'self' blob: data:;");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });
  it('insist on https where the public address is https', async () => {
    const app = await build({ publicUrl: 'https://bank.example' });
    const { headers } = await app.inject({ url: '/test/open' });
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
  it('carry another nonce each time', async () => {
    const app = await build();
    const nonce = async () =>
      /style-src 'self' 'nonce-([^']+)'/.exec(
        String((await app.inject({ url: '/test/open' })).headers['content-security-policy']),
      )?.[1];
    expect(await nonce()).not.toBe(await nonce());
  });
  it('let other origins in only where they are named', async () => {
    const preflight = {
      method: 'OPTIONS',
      url: '/test/things/a1',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    } as const;
    const closed = await (await build()).inject(preflight);
    expect(closed.headers['access-control-allow-origin']).toBeUndefined();
    const app = await build({ corsOrigins: ['https://app.example'] });
    const named = await app.inject(preflight);
    expect([named.statusCode, named.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example',
    ]);
    const other = await app.inject({
      ...preflight,
      headers: { ...preflight.headers, origin: 'https://evil.example' },
    });
    expect(other.headers['access-control-allow-origin']).not.toBe('https://evil.example');
    const list = await app.inject({
      url: '/test/things',
      headers: { ...MANAGER, origin: 'https://app.example' },
    });
    expect(list.headers['access-control-expose-headers']).toContain('x-total-count');
  });
});

describe('limits', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', addressGroup('2001:db8:1:2:aaaa::1')],
  ])('count %s as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(group);
  });

  it('stop an address, and say for how long', async () => {
    const app = await build({ rateLimits: { perAddress: 3, perSession: 100, perApp: 100 } });
    for (let count = 0; count < 3; count += 1)
      expect((await app.inject({ url: '/test/open' })).statusCode).toBe(200);
    const answer = await app.inject({ url: '/test/open' });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(RefusalBody.parse(answer.json()).status.error).toBe('TOO_MANY_REQUESTS');
  });
  it('stop a session, and no other', async () => {
    const app = await build({ rateLimits: { perAddress: 100, perSession: 2, perApp: 100 } });
    const asManager = () => app.inject({ url: '/test/things', headers: MANAGER });
    expect((await asManager()).statusCode).toBe(200);
    expect((await asManager()).statusCode).toBe(200);
    expect((await asManager()).statusCode).toBe(429);
    expect((await app.inject({ url: '/test/open' })).statusCode).toBe(200);
  });
  it('believe X-Forwarded-For only from a proxy that is named', async () => {
    const lines: string[] = [];
    const to = new PassThrough().on('data', (line) => lines.push(String(line)));
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await (await build({ log: openLog({ level: 'info', to }) })).inject({ url: '/test/open', headers });
    await (await build({ log: openLog({ level: 'info', to }), trustProxy: ['127.0.0.1'] })).inject({
      url: '/test/open',
      headers,
    });
    const addresses = lines.map((line) => (JSON.parse(line) as { address?: string }).address).filter(Boolean);
    expect(addresses).toEqual(['127.0.0.1', '203.0.113.7']);
  });
});

describe('metrics', () => {
  it('have the count of defects from the start, so that the first one is seen to rise', async () => {
    const app = await build();
    const defects = async () =>
      /^tonle_defects_total (\d+)$/m.exec((await app.inject({ url: '/metrics' })).body)?.[1];
    expect(await defects()).toBe('0');
    expect((await app.inject({ url: '/test/fails/defect', headers: MANAGER })).statusCode).toBe(500);
    expect((await app.inject({ url: '/test/nothing' })).statusCode).toBe(404);
    expect(await defects()).toBe('1');
  });
});

describe('the log', () => {
  it('tells who, what and how long, and no secret', async () => {
    const lines: string[] = [];
    const to = new PassThrough().on('data', (line) => lines.push(String(line)));
    const app = await build({ log: openLog({ level: 'info', to }) });
    await app.inject({
      method: 'POST',
      url: '/test/things/a1?note=my-query',
      headers: { ...MANAGER, cookie: 'my-cookie' },
      payload: { name: 'my-name' },
    });
    await app.inject({ url: '/test/fails/defect', headers: MANAGER });
    app.log.info({
      body: { password: 'my-password', deep: { token: 'my-token' } },
      authorization: 'my-header',
    });
    const text = lines.join('');
    const request = lines.map((it) => JSON.parse(it)).find((it) => it.msg === 'request');
    expect(request).toMatchObject({
      method: 'POST',
      route: '/test/things/:id',
      status: 200,
      user: 'manager',
    });
    expect(request.reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(request.ms).toBeGreaterThanOrEqual(0);
    expect(text).toContain('"stack"');
    expect(text).not.toMatch(/my-|a\.manager\.b|things\/a1/);
  });
});

/** Holds a handler up, and tells when it got there. */
function openGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const wait = () => {
    reached.resolve();
    return opened.promise;
  };
  return { wait, reached: reached.promise, open: opened.resolve };
}

describe('closing', () => {
  it('answers what is in flight, takes nothing new, and ends', async () => {
    const gate = openGate();
    const app = await build({ routes: testRoutes(gate.wait) });
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const inFlight = fetch(`${base}/test/fails/wait`, { headers: MANAGER });
    await gate.reached;
    const before = Date.now();
    const closed = app.close();
    await expect
      .poll(() =>
        fetch(`${base}/test/open`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    gate.open();
    const answer = await inFlight;
    expect([answer.status, await answer.json()]).toEqual([200, { fine: true }]);
    await closed;
    // Nothing waited for the client to give its connection up.
    expect(Date.now() - before).toBeLessThan(2_000);
  });
  it('answers 503 in the shape of every refusal to what still comes on an open connection', async () => {
    const gate = openGate();
    const app = await build({ routes: testRoutes(gate.wait) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    let got = '';
    let arrived: Socket | undefined;
    app.server.once('connection', (it: Socket) => {
      arrived = it;
    });
    const socket = connect(portOf(app), '127.0.0.1');
    socket.on('data', (data) => {
      got += String(data);
    });
    const ended = new Promise((resolve) => socket.on('close', resolve));
    const ask = (path: string) =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${MANAGER.authorization}\r\n\r\n`);
    ask('/test/fails/wait');
    await gate.reached;
    const closed = app.close();
    await expect.poll(() => app.server.listening).toBe(false);
    ask('/test/open');
    // The whole of it has come before the first is answered.
    await expect.poll(() => arrived?.bytesRead).toBe(socket.bytesWritten);
    gate.open();
    await Promise.all([closed, ended]);
    expect(got).toMatch(/^HTTP\/1\.1 200 /);
    // Node closes after an answer that says so; what comes behind it is not begun, or refused in words.
    if (got.includes('HTTP/1.1 503')) expect(got).toMatch(/retry-after: 2[\s\S]*"error":"UNAVAILABLE"/);
  });
  it('waits for no request for ever', async () => {
    const gate = openGate();
    const app = await build({ routes: testRoutes(gate.wait), closeTimeoutMs: 200 });
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const hangs = fetch(`${base}/test/fails/wait`, { headers: MANAGER }).catch((error: unknown) => error);
    await gate.reached;
    // The gate stays shut: whoever waits for it never closes.
    await app.close();
    expect(await hangs).toBeInstanceOf(Error);
  });
});

/** All that comes back for a text until the connection closes. */
const sent = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let got = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      got += String(data);
    });
    socket.on('close', () => resolve(got));
  });

describe('a client that speaks no HTTP', () => {
  it.each([
    ['NONSENSE\r\n\r\n', 400],
    [`GET /test/open HTTP/1.1\r\nHost: x\r\nBig: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is answered in the shape of every refusal', async (text, status) => {
    const app = await build();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await sent(portOf(app), text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(RefusalBody.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).status.code).toBe(1);
  });
});

describe('the portal', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tonle-portal-'));
  const script = 'console.log("portal")';
  mkdirSync(join(directory, 'assets'));
  writeFileSync(
    join(directory, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><p>Tonle</p>',
  );
  writeFileSync(join(directory, 'assets/main-abc123.js'), script);
  writeFileSync(join(directory, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(directory, 'tonle.svg'), '<svg/>');
  // Of the manual, Khmer alone.
  mkdirSync(join(directory, 'manual/km'), { recursive: true });
  writeFileSync(join(directory, 'manual/km/index.html'), 'ខ្មែរ');
  writeFileSync(join(directory, '.secret'), 'secret');

  it('is served for every page, with the nonce of its own answer', async () => {
    const app = await build({ portalDir: directory });
    for (const url of [
      '/',
      '/index.html',
      '/login',
      '/view_transaction/a@b/x.1',
      '/outgoing_transactions?page=2',
    ]) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
      ]);
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1];
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
  it('answers the lost page for addresses that cannot be read', async () => {
    const app = await build({ portalDir: directory });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const long = 'x'.repeat(3_000);
    for (const path of [
      '/kyc_info/%00',
      '/kyc_info/%zz',
      `/kyc_info/${long}`,
      `/view_transaction/${long}/${long}`,
    ]) {
      const answer = await fetch(`http://127.0.0.1:${portOf(app)}${path}`);
      expect([path, answer.status, new URL(answer.url).pathname]).toEqual([
        path,
        200,
        path.includes('%') || path.split('/').length > 3 ? '/404' : path,
      ]);
      expect(await answer.text()).toContain('Tonle');
    }
    // A call stays a call.
    expect((await app.inject({ url: '/test/%zz' })).json().status.error).toBe('INVALID_REQUEST');
  });
  it('sends compressed files that may be kept for ever', async () => {
    const app = await build({ portalDir: directory });
    const url = '/assets/main-abc123.js';
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(String(brotliDecompressSync(small.rawPayload))).toBe(script);
    const plain = await app.inject({ url });
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
    expect((await app.inject({ url: '/tonle.svg' })).headers['cache-control']).toBe('no-cache');
    const part = await app.inject({ url: '/tonle.svg', headers: { range: 'bytes=999-' } });
    expect([part.statusCode, part.body]).toEqual([200, '<svg/>']);
  });
  it('answers JSON for calls that are not there, and never a page for a missing file', async () => {
    const app = await build({ portalDir: directory });
    for (const url of [
      '/test/nothing',
      '/%74est/nothing',
      '/assets/gone.js',
      '/%61ssets/gone.js',
      '/manual/gone.webp',
      '/health/other',
      '/api-docs/other',
      '/.secret',
    ]) {
      const answer = await app.inject({ url });
      expect(answer.body).not.toContain('secret');
      if (url === '/.secret') continue;
      expect([url, answer.statusCode, answer.json().status.error]).toEqual([url, 404, 'NOT_FOUND']);
    }
    for (const [url, contents] of [
      ['/manual', '/manual/en/index.html'],
      ['/manual/?q=refund', '/manual/en/index.html?q=refund'],
      ['/manual/en/?q=refund', '/manual/en/index.html?q=refund'],
      ['/manual/km', '/manual/km/index.html'],
      ['/manual/km/?q=%E1%9E%9F', '/manual/km/index.html?q=%E1%9E%9F'],
      ['/manual/km/gone.html', '/manual/km/index.html'],
    ]) {
      const answer = await app.inject({ url: url ?? '' });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, contents]);
    }
    expect((await app.inject({ url: '/manual/km/index.html?q=refund' })).statusCode).toBe(200);
    // A portal without its manual leads nobody round in circles.
    expect((await app.inject({ url: '/manual/en/index.html' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
    // As it came over the wire: inject() would tidy these up.
    await app.listen({ port: 0, host: '127.0.0.1' });
    const answerTo = async (path: string) =>
      (await sent(portOf(app), `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).split(
        '\r\n\r\n',
      );
    for (const path of ['/assets/%00', '//metrics', '/assets//main-abc123.js', 'http://x/test/nothing']) {
      const [head = '', body = ''] = await answerTo(path);
      expect([path, head.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[04]$/)]);
      expect(RefusalBody.parse(JSON.parse(body)).status.error).toMatch(/^(NOT_FOUND|INVALID_REQUEST)$/);
    }
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/..\\package.json']) {
      const [head, body] = await answerTo(path);
      expect([path, head, body]).toEqual([path, expect.stringMatching(/^location: \/404\r$/m), '']);
    }
    for (const url of ['/../package.json', '/..%2fpackage.json', '/assets/../../package.json']) {
      expect((await app.inject({ url })).body).not.toContain('"name"');
    }
    rmSync(directory, { recursive: true, force: true });
  });
  it('is told its configuration', async () => {
    const answer = await (await build()).inject({ url: '/config.json' });
    expect(answer.json()).toEqual({
      baseUrl: '',
      IDLE_TIMEOUT: 900,
      MAX_TRANSACTION_DAYS: 30,
      supportContact: 'support@tonle.example',
      version: '1.2.3',
      demo: false,
      extensions: true,
    });
  });
});

describe('the documentation', () => {
  it('describes every call of the contract in OpenAPI 3.1', async () => {
    const answer = await (await build()).inject({ url: '/api-docs/openapi.json' });
    const api = answer.json();
    expect(api.openapi).toBe('3.1.0');
    const echo = api.paths['/test/things/{id}'].post;
    expect(echo).toMatchObject({
      operationId: 'echo',
      security: [{ bearer: [] }],
      'x-permission': 'main-account.transfer',
    });
    expect(echo.parameters.map((it: { name: string }) => it.name)).toEqual([
      'id',
      'kind',
      'note',
      'Idempotency-Key',
    ]);
    expect(echo.parameters.map((it: { required: boolean }) => it.required)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(echo.requestBody.content['application/json'].schema.additionalProperties).toBe(false);
    expect(Object.keys(echo.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(api.paths['/test/open'].get.security).toEqual([]);
  });
  it('has a page that needs nothing from elsewhere', async () => {
    const app = await build();
    const page = await app.inject({ url: '/api-docs/' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(url).toMatch(/^\/api-docs\//);
      expect((await app.inject({ url: url ?? '' })).statusCode).toBe(200);
    }
    expect(page.body).not.toMatch(/<script>|style=|onclick/);
  });
});
