import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '..');

/** How many passed and failed; a run adds these up to its last line. */
export interface Tally {
  passed: number;
  failed: number;
}

export interface ProgramResult {
  code: number;
  output: string;
}

export interface ProgramOptions {
  cwd?: string;
  environment?: Record<string, string>;
  /** Shows the output as it comes, instead of keeping it. */
  live?: boolean;
}

/** The path of a package's program, to be run by this very Node. */
export const program = (path: string): string => join(ROOT, 'node_modules', path);

/** What npm prints: the npm that started this run, or the one on the path. */
export async function npmOutput(...args: string[]): Promise<string> {
  const npm = process.env.npm_execpath;
  const [command, more] = npm?.endsWith('.js') === true ? [process.execPath, [npm]] : ['npm', []];
  const { stdout } = await promisify(execFile)(command, [...more, ...args], {
    cwd: ROOT,
    maxBuffer: 64 * 1_048_576,
  });
  return stdout;
}

/** Runs a JavaScript or TypeScript program to its end. */
export function runProgram(
  script: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const live = options.live === true;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.environment },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A signal from the terminal reaches the child as well; it is waited for, so that nothing is left behind.
  const wait = () => {};
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', wait).on('SIGTERM', pass);
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      process.off('SIGINT', wait).off('SIGTERM', pass);
      done({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Ends a process politely and waits until it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

export const secondsSince = (begun: number): string =>
  `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
