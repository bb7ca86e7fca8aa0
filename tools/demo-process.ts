import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../server/src/db/free-port.ts';
import { demoPassword } from '../server/src/demo/demo-bank.ts';
import { endProcess, ROOT } from './steps.ts';

export { demoPassword };

/** A demo bank of its own, in a process of its own, for whoever measures it or proves something on it. */
export interface DemoProcess {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

const START_MS = 300_000;

/** What a bank that is asked for by nobody's settings gets of this process's environment. */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
});

/** Starts it and waits until it is ready; `DATA_DIR` is whose bank it is. */
export async function startDemo(
  environment: Readonly<Record<string, string>>,
  onSpawn: (it: ChildProcess) => void = () => undefined,
): Promise<DemoProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts'), 'demo'], {
    cwd: ROOT,
    env: { ...bareEnvironment(), LOG_LEVEL: 'error', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onSpawn(child);
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (ready?.ok === true) return { url, port, process: child, close: () => endProcess(child) };
    await new Promise((wake) => setTimeout(wake, 200));
  }
  await endProcess(child);
  throw new Error(`the demo bank did not start on port ${port}`);
}
