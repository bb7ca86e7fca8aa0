import type { ConfigDraft } from '../config.ts';
import type { OpenDatabase } from '../db/pool.ts';

export interface CliDeps {
  readonly config: ConfigDraft;
  /** Opened as the serving role. */
  readonly database: OpenDatabase;
  readonly say: (line: string) => void;
}

/** One `npm run tonle -- <name>`; the number is the exit code. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  run(args: readonly string[], deps: CliDeps): Promise<number>;
}
