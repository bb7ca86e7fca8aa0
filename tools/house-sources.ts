import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from './steps.ts';

/** One file as the house rules see it; paths are from the root, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
  /** Imports whose target is computed; nobody could say where they lead. */
  readonly unknownImports: number;
  readonly readsEnvironment: boolean;
  /** The text of every string and template, for the rules about SQL. */
  readonly strings: readonly string[];
  /** Names of methods and functions called, with the first argument where it is a string or a name. */
  readonly calls: readonly Call[];
  /** Texts that stand in the markup itself: between tags, and in attributes that people read or hear. */
  readonly shownTexts: readonly string[];
  /** Constants made by `endpoint({…})`: the calls a contract file declares. */
  readonly endpoints: readonly string[];
}

export interface Call {
  readonly name: string;
  readonly argument: string | undefined;
}

export interface Node {
  type: string;
  [key: string]: unknown;
}

const FOLDERS = [
  'bench',
  'contract',
  'e2e',
  'ledger',
  'money',
  'portal',
  'proof',
  'server',
  'simulator',
  'tools',
];
const NOT_SOURCES = new Set(['node_modules', 'dist']);
const SOURCE_NAME = /\.(ts|tsx|mts|js|mjs|jsx)$/;

/** Every source file of the house; where a folder is new, add it to the list above (a test compares with git). */
export function readSources(root: string = ROOT): Source[] {
  const paths = [
    ...readdirSync(root).filter((name) => SOURCE_NAME.test(name)),
    ...FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
      listFiles(root, folder),
    ),
  ];
  return paths.sort().map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return SOURCE_NAME.test(entry.name) ? [path] : [];
  });
}

/** Parses one file; a file that cannot be parsed is an error, never an empty answer. */
export function parseSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found = {
    imports: [] as string[],
    unknownImports: 0,
    readsEnvironment: false,
    strings: [] as string[],
    calls: [] as Call[],
    endpoints: [] as string[],
    shownTexts: [] as string[],
  };
  const target = (source: unknown) => {
    const value = isNode(source) && source.type === 'Literal' ? source.value : undefined;
    if (typeof value === 'string') found.imports.push(value);
    else found.unknownImports += 1;
  };
  walk(program as unknown as Node, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        target(node.source);
        break;
      case 'ExportNamedDeclaration':
        if (node.source !== null) target(node.source);
        break;
      case 'TSExternalModuleReference':
        target(node.expression);
        break;
      case 'MemberExpression':
        if (nameOf(node.object) === 'process' && nameOf(node.property) === 'env') {
          found.readsEnvironment = true;
        }
        break;
      case 'Literal':
        if (typeof node.value === 'string') found.strings.push(node.value);
        break;
      case 'TemplateLiteral':
        found.strings.push(templateText(node));
        break;
      case 'VariableDeclarator': {
        const { init } = node;
        if (isNode(init) && init.type === 'CallExpression' && nameOf(init.callee) === 'endpoint') {
          found.endpoints.push(nameOf(node.id) ?? '');
        }
        break;
      }
      case 'JSXElement':
      case 'JSXFragment':
        found.shownTexts.push(...(node.children as Node[]).flatMap(textOf));
        break;
      case 'JSXAttribute':
        if (SHOWN_ATTRIBUTES.has(nameOf(node.name) ?? '')) found.shownTexts.push(...textOf(node.value));
        break;
      case 'Property':
        // `{ label: 'Amount' }`; a key of the catalogues or a name of the code begins small and has no blank.
        if (SHOWN_ATTRIBUTES.has(nameOf(node.key) ?? ''))
          found.shownTexts.push(
            ...textOf(node.value).filter((it) => /^\p{Lu}|^\p{Script=Khmer}|\s/u.test(it)),
          );
        break;
      case 'CallExpression':
        found.calls.push(callOf(node));
        break;
    }
  });
  return { path, text, ...found };
}

/** Attributes whose text people read or hear. */
const SHOWN_ATTRIBUTES = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'description',
  'sentence',
  'heading',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]);

/** What is written there by itself: a string, a template, or either branch of a choice. */
function textOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'JSXText') return [String(value.value).trim()];
  if (value.type === 'JSXExpressionContainer') return textOf(value.expression);
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type === 'TemplateLiteral') return [templateText(value)];
  if (value.type === 'ConditionalExpression')
    return [...textOf(value.consequent), ...textOf(value.alternate)];
  if (value.type === 'LogicalExpression') return textOf(value.right);
  return [];
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The name of an identifier, or the text of a literal key. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Identifier' || value.type === 'JSXIdentifier') return value.name as string;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type === 'MemberExpression') return nameOf(value.property);
  return undefined;
}

const templateText = (node: Node): string =>
  (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');

function callOf(node: Node): Call {
  const [first] = node.arguments as unknown[];
  return { name: nameOf(node.callee) ?? '', argument: nameOf(first) };
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, visit);
    } else if (isNode(value)) {
      walk(value, visit);
    }
  }
}
