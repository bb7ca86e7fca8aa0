import { runCommand } from './cli/run-command.ts';
import { runServer } from './start/run-server.ts';
import { StartRefused } from './start/start-refused.ts';

/** The only reader of the environment: `main.ts demo|dev|serve [--ceremony]` or `main.ts tonle <command>`. */
async function main([what, ...args]: string[]): Promise<void> {
  const say = (line: string) => console.log(line);
  const ceremony = args.includes('--ceremony');
  const environment = process.env;
  switch (what) {
    case 'demo':
    case 'dev':
      return runServer({ environment, mode: what, ceremony, say });
    case 'serve':
      return runServer({ environment, mode: 'production', ceremony: false, say });
    case 'tonle':
      process.exitCode = await runCommand(args, environment, say);
      return;
    default:
      throw new StartRefused('Say what to run: demo, dev, serve or tonle.');
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A refusal is for a person and says what to do; anything else is a defect and keeps its stack.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
