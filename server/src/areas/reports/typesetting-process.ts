import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** What comes in, as JSON: the statement, and the bank's mark in base64. Out goes the PDF. */
export interface Typesetting {
  readonly data: string;
  readonly mark: string;
  readonly markEnding: '.svg' | '.png';
}

const { resolve } = createRequire(import.meta.url);
/** Google's builds as npm carries them: one file a weight, Latin and Khmer, with the tables that shape Khmer. */
const fonts = ['400Regular/NotoSansKhmer_400Regular.ttf', '700Bold/NotoSansKhmer_700Bold.ttf'].map((file) =>
  resolve(`@expo-google-fonts/noto-sans-khmer/${file}`),
);

/** Requests go before a statement. */
const NICENESS = 5;
try {
  setPriority(0, NICENESS);
} catch {
  // Where it may not be set, few statements at once have to do.
}

function typeset({ data, mark, markEnding }: Typesetting): Buffer {
  const workspace = import.meta.dirname;
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: fonts.map((file) => readFileSync(file)) }],
  });
  compiler.mapShadow(join(workspace, 'data.json'), Buffer.from(data));
  compiler.mapShadow(join(workspace, `mark${markEnding}`), Buffer.from(mark, 'base64'));
  const compiled = compiler.compile({ mainFilePath: join(workspace, 'statement.typ') });
  if (compiled.result === null) {
    throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'no document'));
  }
  return compiler.pdf(compiled.result, { creationTimestamp: Math.floor(Date.now() / 1000) });
}

process.stdout.end(typeset(JSON.parse(await text(process.stdin)) as Typesetting));
