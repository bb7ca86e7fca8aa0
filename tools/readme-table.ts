import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentSchema } from '../server/src/config.ts';
import { ROOT } from './steps.ts';

/** README's configuration table, made from the schema that reads the environment. */

const README = join(ROOT, 'README.md');
const BEGIN = '<!-- configuration: written by npm run docs -->';
const END = '<!-- end of configuration -->';

function configurationTable(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const unset = schema.safeParse(undefined);
    const fallback = unset.success ? shown(unset.data) : '';
    return `| \`${name}\` | ${fallback} | ${schema.description ?? ''} |`;
  });
  return ['| Variable | Default | What it sets |', '|---|---|---|', ...rows].join('\n');
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${String(value)}\``;
}

/** README as it should be; equal to the file when nothing is stale. */
export function readmeWithTable(readme: string = readFileSync(README, 'utf8')): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks ${BEGIN} or ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${configurationTable()}\n\n${readme.slice(end)}`;
}

export const writeReadmeTable = (): void => writeFileSync(README, readmeWithTable());
