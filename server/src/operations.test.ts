import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { commandNames } from './cli/run-command.ts';
import { environmentSchema } from './config.ts';
import { startTestServer } from './test-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/operations/*.md', 'docs/manual/**/*.md'], { cwd: ROOT });
const files = globSync('docs/operations/files/*', { cwd: ROOT });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

let metrics: string;
beforeAll(async () => {
  await using server = await startTestServer();
  metrics = (await server.anyone.get('/metrics')).text;
});

test('every metric that an alert, the dashboard or a page names is one of a running server', async () => {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const known = new Set(
    [...`${metrics}\n${await ofProcess.metrics()}`.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(
      ([, name = '', kind]) =>
        kind === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  let named = 0;
  for (const path of [...pages, ...files]) {
    for (const [name] of read(path).matchAll(/\b(tonle|nodejs|process)_[a-z0-9]+(_[a-z0-9]+)+\b/g)) {
      if (['tonle_owner', 'tonle_serving'].includes(name)) continue;
      expect([...known], `${path} names ${name}`).toContain(name);
      named += 1;
    }
  }
  expect(named).toBeGreaterThan(40);
});

test('a metric ends in _total exactly where it is a counter, and only what counts is asked for its increase', () => {
  const counters = [...metrics.matchAll(/^# TYPE (tonle_\S+) counter$/gm)].map(([, name]) => name);
  const totals = [...metrics.matchAll(/^# TYPE (tonle_\S+_total) /gm)].map(([, name]) => name);
  expect(counters).toEqual(totals);
  expect(totals).toContain('tonle_network_failures_total');
  // Each is there before anything is counted: `increase()` does not see a series begin.
  for (const name of totals) expect(metrics).toContain(`\n${name} 0\n`);
  for (const path of files) {
    for (const [, name = ''] of read(path).matchAll(/\b(?:increase|rate)\((tonle_\w+)/g)) {
      if (!/_(bucket|count|sum)$/.test(name))
        expect(totals, `${path} takes ${name} for a counter`).toContain(name);
    }
  }
});

test('the dashboard is one that Grafana can read', () => {
  const { panels, templating } = JSON.parse(read('docs/operations/files/grafana.json')) as {
    panels: { id: number; type: string; targets?: { expr: string }[] }[];
    templating: { list: { name: string }[] };
  };
  expect(new Set(panels.map((it) => it.id)).size).toBe(panels.length);
  expect(templating.list.map((it) => it.name)).toEqual(['datasource', 'instance']);
  for (const it of panels) expect(it.type === 'row' || (it.targets ?? []).length > 0).toBe(true);
});

test('every setting that an operator’s file sets is one of the server', () => {
  const known = Object.keys(environmentSchema.shape);
  const ofOthers = /^(POSTGRES_|OWNER_PASSWORD|SERVING_PASSWORD)/;
  for (const path of files.filter((it) => /(\.env|\.service|\.yml|Dockerfile)$/.test(it))) {
    for (const [, name = ''] of read(path).matchAll(/^\s*(?:ENV |Environment=)?([A-Z][A-Z_]{3,})[=:]/gm)) {
      if (!ofOthers.test(name)) expect(known, `${path} sets ${name}`).toContain(name);
    }
  }
});

test('the figures can be read behind a proxy, where this machine alone is no proof', () => {
  const settings = read('docs/operations/files/tonle.env');
  expect(settings).toMatch(/^TRUST_PROXY=/m);
  expect(settings).toMatch(/^METRICS_TOKEN=/m);
  expect(read('docs/operations/files/prometheus.yml')).toContain('credentials_file:');
});

test('every setting in the file beside compose.yml reaches the server, and neither image nor repository', () => {
  const [, service = ''] =
    /^ {2}tonle:\n((?: {4}.*\n)+)/m.exec(read('docs/operations/files/compose.yml')) ?? [];
  expect(service).toMatch(/^ {4}env_file: \.env$/m);
  // What the service sets itself wins over the file: only what the containers decide may be a constant.
  const own = [...service.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)];
  const constants = own.filter(([, , value = '']) => !value.includes('${')).map(([, name]) => name);
  expect(constants).toEqual(['DATA_DIR', 'HOST', 'PORT']);
  expect(read('docs/operations/files/Dockerfile.dockerignore').split('\n')).toContain('**/.env');
  expect(read('.gitignore').split('\n')).toContain('.env');
});

test('systemd is given programs by their whole path: it knows no working directory when it looks for them', () => {
  let programs = 0;
  for (const path of [...pages, ...files].filter((it) => it.startsWith('docs/operations/'))) {
    for (const [before] of read(path).matchAll(/\S*node_modules\/node-linux-\w+/g)) {
      expect(before.replace(/^(ExecStart=|`)/, ''), path).toMatch(/^\/opt\/tonle\/node_modules/);
      programs += 1;
    }
  }
  expect(programs).toBeGreaterThan(2);
});

test('every command that a page names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const path of pages) {
    for (const [, name = ''] of read(path).matchAll(/\bnpm run ([a-z-]+)/g))
      expect(Object.keys(scripts), `${path}: npm run ${name}`).toContain(name);
    for (const [, name = ''] of read(path).matchAll(
      /(?:npm run tonle -- |main\.ts tonle |^tonle )([a-z-]+)/gm,
    ))
      expect(commandNames, `${path}: tonle ${name}`).toContain(name);
  }
});

test('every link of a page leads to a file that is there', () => {
  for (const path of pages) {
    for (const [, link = ''] of read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)(#[^)]*)?\)/g)) {
      expect(existsSync(resolve(ROOT, dirname(path), link)), `${path} links to ${link}`).toBe(true);
    }
  }
});
