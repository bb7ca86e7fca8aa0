import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { program, ROOT } from './steps.ts';

/** `npm run dev`: the server, started again when its files change, and the portal from Vite, which asks it for data. */

const server = start(['--watch', '--watch-preserve-output', 'server/src/main.ts', 'dev'], ROOT);
const portal = start([program('vite/bin/vite.js')], join(ROOT, 'portal'));
const children = [server, portal];

function start(args: string[], cwd: string): ChildProcess {
  const port = process.env.PORT ?? '8080';
  return spawn(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, TONLE_SERVER_URL: `http://127.0.0.1:${port}` },
  });
}

// Ctrl-C reaches both from the terminal; when one of them ends, or this process is told to, so does the other.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
if (process.connected) process.once('disconnect', stopAll);
for (const child of children) {
  child.once('exit', () => {
    stopAll();
    if (children.every(hasEnded)) process.exit(0);
  });
}

function stopAll(): void {
  for (const child of children) if (!hasEnded(child)) child.kill('SIGTERM');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
