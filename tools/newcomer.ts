import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from '../server/src/db/free-port.ts';
import { findChromium } from './chromium.ts';
import { ROOT } from './steps.ts';

/**
 * A newcomer's way, from `git clone` to the first transfer in a browser, with the seconds of each step: `node
 * tools/newcomer.ts`. The aim is three minutes on two cores; it ends with 1 above NEWCOMER_SECONDS. What npm has in its
 * cache counts: with a cold one, add the download.
 */
const SECONDS_MAX = Number(process.env.NEWCOMER_SECONDS ?? 180);
const scratch = mkdtempSync(join(tmpdir(), 'tonle-newcomer-'));
// PostgreSQL's account passes through where this runs as root.
chmodSync(scratch, 0o711);
const clone = join(scratch, 'tonle');
const begun = performance.now();
let last = begun;

/** What the machine has: whoever runs this by npm, or from another copy, has that copy's programs on the path. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((it) => !it.split('/').includes('node_modules'))
  .join(delimiter);

/** Ends a step, and says how long it took. */
function done(step: string): void {
  const now = performance.now();
  console.log(`${step.padEnd(52)} ${((now - last) / 1000).toFixed(1).padStart(7)} s`);
  last = now;
}

/** Runs `npm start` in the clone until it says that the bank is ready. */
function start(port: number): Promise<() => Promise<void>> {
  const child = spawn('npm', ['start'], {
    cwd: clone,
    // A session of its own, so that Ctrl-C, as a person would press it, reaches all of it.
    detached: true,
    env: { PATH: machinePath, HOME: process.env.HOME, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((over) => child.once('close', () => over()));
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  return new Promise((ready, failed) => {
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      for (const line of chunk.toString().split('\n')) {
        if (/^Installed in/.test(line)) done('npm start: packages and Node');
        if (/^Built in/.test(line)) done('npm start: the portal');
        if (/^Tonle is ready/.test(line)) {
          done('npm start: PostgreSQL, the demo bank, the server');
          ready(stop);
        }
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', (code) => failed(new Error(`npm start ended with ${code}:\n${output}`)));
  });
}

async function firstTransfer(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User name').fill('manager');
  await page.getByLabel('Password', { exact: true }).fill('Tonle-demo-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Manage main account', exact: true }).click();
  await page.getByLabel('Account ID or primary contact').waitFor();
  done('Chromium: signed in, at the transfer form');
  await page.getByLabel('Account ID or primary contact').fill('chan_bopha@chkt');
  await page.getByLabel(/^Amount in/).fill('1000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('button', { name: /^Yes, send/ }).click();
  await page.getByText('Money is being transferred').waitFor();
  done('Chromium: one million riel sent');
}

let stop = async (): Promise<void> => {};
try {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git clone: ${stderr}`);
  done('git clone');
  const port = await freePort();
  stop = await start(port);
  const { executablePath, env, args } = findChromium();
  const browser = await chromium.launch({ executablePath, env, args });
  try {
    await firstTransfer(await browser.newPage(), `http://localhost:${port}`);
  } finally {
    await browser.close();
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${'from clone to first transfer'.padEnd(52)} ${seconds.toFixed(1).padStart(7)} s, at most ${SECONDS_MAX}`,
  );
  process.exitCode = seconds <= SECONDS_MAX ? 0 : 1;
} finally {
  await stop();
  rmSync(scratch, { recursive: true, force: true });
}
