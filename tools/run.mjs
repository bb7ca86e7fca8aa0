// The door to every npm script. Plain JavaScript that Node 18 and newer run with nothing installed: it does the
// set-up that is due, then goes on under the Node that package-lock.json pins.
import { buildPortal, installPackages, pinnedNode, runUnder, SetupFailed } from './setup.mjs';

const commands = {
  start: { portal: true, script: ['server/src/main.ts', 'demo'] },
  serve: { portal: true, script: ['server/src/main.ts', 'serve'] },
  simulate: { script: ['simulator/src/main.ts', 'load', ...whereTheBankIs()] },
  tonle: { script: ['server/src/main.ts', 'tonle'] },
  build: { portal: true },
  dev: { script: ['tools/dev.ts'] },
  check: { script: ['tools/check.ts'] },
  test: { portal: true, script: ['tools/test.ts'] },
  proof: { portal: true, script: ['tools/proof.ts'] },
  sbom: { script: ['tools/sbom.ts'] },
  'back-up': { script: ['tools/back-up.ts', 'back-up'] },
  restore: { script: ['tools/back-up.ts', 'restore'] },
  docs: { portal: true, script: ['tools/docs.ts'] },
};

/** The bank is told by its environment where it is; who loads it finds it by the same. What is typed comes after and wins. */
function whereTheBankIs() {
  const { DATA_DIR, PORT } = process.env;
  return [...(DATA_DIR ? ['--data', DATA_DIR] : []), ...(PORT ? ['--bank', `http://127.0.0.1:${PORT}`] : [])];
}

const [name, ...args] = process.argv.slice(2);

try {
  const command = commands[name];
  if (command === undefined) {
    throw new SetupFailed(`Say what to run: ${Object.keys(commands).join(', ')}.`);
  }
  await installPackages();
  const node = pinnedNode();
  if (command.portal) await buildPortal(node);
  if (command.script) process.exitCode = await runUnder(node, [...command.script, ...args]);
} catch (error) {
  console.error(error instanceof SetupFailed ? error.message : error);
  process.exitCode = 1;
}
