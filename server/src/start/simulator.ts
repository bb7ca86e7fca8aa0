import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const PROGRAM = join(import.meta.dirname, '../../../simulator/src/main.ts');
const PATIENCE_MS = 3_000;

export interface Simulator {
  stop(): Promise<void>;
}

/**
 * Starts the demo's other side, the national network and the customers' apps, as a process of its own that speaks HTTP to
 * this one, and waits until it listens or has failed to. It ends with this one however that ends: the channel between them
 * breaks.
 */
export async function startSimulator(
  config: Pick<Config, 'port' | 'dataDir' | 'demoTraffic'>,
  networkUrl: string,
  say: (line: string) => void,
): Promise<Simulator> {
  const log = openSync(join(config.dataDir, 'simulator.log'), 'a', 0o600);
  const args = [
    ...['serve', '--port', new URL(networkUrl).port, '--bank', `http://127.0.0.1:${config.port}`],
    ...['--data', config.dataDir, '--traffic', config.demoTraffic ? 'on' : 'off'],
  ];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  let isWanted = true;
  child.on('error', () => {});
  child.once('exit', () => {
    if (isWanted)
      say('The other banks have gone (see simulator.log in the data folder); the demo goes on without them.');
  });
  await new Promise<void>((go) => {
    for (const event of ['message', 'exit', 'error']) child.once(event, () => go());
  });
  return {
    stop: async () => {
      isWanted = false;
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(impatience);
}
