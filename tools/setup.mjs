// The set-up that a fresh clone needs, and a used one only where something changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A reason to stop, worded for the person who started it. */
export class SetupFailed extends Error {}

const say = (line) => console.log(line);

/** Runs `npm ci` unless what lies in node_modules is what package-lock.json says. */
export async function installPackages() {
  if (isInstalled()) return;
  const begun = Date.now();
  say('Installing packages (about a minute; only when package-lock.json changed)…');
  // Tonle lets no package run a script at installation, whatever the machine's npm would allow.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--engine-strict=false'];
  args.push('--no-audit', '--no-fund', '--loglevel=error');
  const npm = process.env.npm_execpath;
  const outcome = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (outcome !== 0) {
    throw new SetupFailed(
      'npm could not install the packages: see its message above, check the network, and run this again.',
    );
  }
  say(`Installed in ${seconds(begun)}.`);
}

/** Compares package-lock.json with the record npm leaves of what it installed. */
function isInstalled() {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  const locked = readJson(join(root, 'package-lock.json'))?.packages;
  if (installed === undefined || locked === undefined) return false;
  for (const [path, entry] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue;
    const found = installed[path];
    if (found === undefined) {
      // Packages for other machines are rightly not here.
      if (entry.optional === true || entry.peer === true) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return existsSync(nodePath()) || hasOwnNode();
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

// By its package: npm 11 links it as .bin/node, npm 10 does not.
const nodePath = () => join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const hasOwnNode = () => Number(process.versions.node.split('.')[0]) >= 24;

/** The Node that npm installed, at the version that package.json pins; elsewhere than on Linux, this one if it is 24. */
export function pinnedNode() {
  if (existsSync(nodePath())) return nodePath();
  if (hasOwnNode()) return process.execPath;
  throw new SetupFailed(
    `npm brings no Node 24 for ${process.platform} ${process.arch}: install Node 24 or newer and run this again.`,
  );
}

/** What the portal is built from. */
const PORTAL_INPUTS = [
  'package-lock.json',
  'tsconfig.base.json',
  'contract',
  'ledger/src',
  'money',
  'portal',
  'docs/manual',
];
const NO_INPUT = new Set(['dist', 'node_modules']);

/** Builds portal/dist unless it was built from these very files. */
export async function buildPortal(node) {
  if (!existsSync(join(root, 'portal', 'index.html'))) return;
  const stamp = join(root, '.cache', 'portal-build');
  const inputs = hashOf(PORTAL_INPUTS);
  const built = existsSync(join(root, 'portal', 'dist', 'index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  const begun = Date.now();
  say('Building the portal…');
  const script = join(root, 'portal', 'tools', 'build.ts');
  const args = existsSync(script)
    ? [script]
    : [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  const outcome = await run(node, args, { cwd: join(root, 'portal') });
  if (outcome !== 0) throw new SetupFailed('The portal could not be built: see the messages above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  say(`Built in ${seconds(begun)}.`);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(full).sort()) if (!NO_INPUT.has(name)) add(join(path, name));
    } else {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Runs a script under the pinned Node and gives its exit code; what it starts finds that Node first too. */
export function runUnder(node, args) {
  const bin = dirname(node);
  const env = {
    // Types are stripped at every start; what was stripped once is kept.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  };
  return run(node, args, { cwd: root, env, ipc: true });
}

/**
 * Runs a program in this terminal. Ctrl-C reaches it from the terminal itself, so here it is only waited for; other
 * signals are passed on. It also hears of this process's end, through the channel between them.
 */
function run(program, args, { cwd = root, env = process.env, ipc = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  const wait = () => {};
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass);
  const orphaned = watchParent(() => pass('SIGTERM'));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass);
      done(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** npm does not pass a SIGTERM on: when it ends, what it started is given to another parent, and ends too. */
function watchParent(stop) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  return timer;
}

const seconds = (begun) => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
