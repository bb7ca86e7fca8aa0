import { parseSync } from 'oxc-parser';
import { isNode, type Node, nameOf, type Source, walk } from './house-sources.ts';

/** A browser test, or a step of one, that says above it which tasks of the manual it does by keyboard alone. */
export interface KeyboardJourney {
  readonly path: string;
  readonly tasks: readonly string[];
  /** What it does otherwise: `click`, or `click in expectTypedKept` where a function that it calls does it. */
  readonly otherActs: readonly string[];
}

/** What a mouse does, and what fills a field or moves the focus without a key. */
const OTHER_ACTS = new Set([
  'check',
  'clear',
  'click',
  'dblclick',
  'dispatchEvent',
  'dragAndDrop',
  'dragTo',
  'fill',
  'focus',
  'hover',
  'mouse',
  'pressSequentially',
  'selectOption',
  'setChecked',
  'setInputFiles',
  'tap',
  'touchscreen',
  'uncheck',
]);

/** What gets somebody in where signing in is no part of the task. */
const PREPARATION = 'signIn';

interface Module {
  readonly source: Source;
  readonly program: Node;
  readonly comments: readonly { value: string; end: number }[];
  /** What the module's own level declares, and what it imports from its neighbours, by name. */
  readonly declared: ReadonlyMap<string, Node>;
  readonly imported: ReadonlyMap<string, { path: string; name: string }>;
}

/** The journeys of all browser tests among the sources. */
export function keyboardJourneys(sources: readonly Source[]): KeyboardJourney[] {
  const modules = new Map(
    sources.filter(({ path }) => path.startsWith('e2e/')).map((it) => [it.path, readModule(it)]),
  );
  return [...modules.values()].flatMap((module) =>
    module.comments.flatMap(({ value, end }) => {
      const tasks = /^ By keyboard: (.+)$/.exec(value)?.[1]?.split('; ');
      if (tasks === undefined) return [];
      return {
        path: module.source.path,
        tasks,
        otherActs: otherActs(modules, module, nodeAfter(module, end)),
      };
    }),
  );
}

function readModule(source: Source): Module {
  const { program, comments } = parseSync(source.path, source.text);
  const declared = new Map<string, Node>();
  const imported = new Map<string, { path: string; name: string }>();
  for (const statement of program.body as unknown as Node[]) {
    const it = isNode(statement.declaration) ? statement.declaration : statement;
    if (it.type === 'FunctionDeclaration') declared.set(nameOf(it.id) ?? '', it);
    if (it.type === 'VariableDeclaration')
      for (const one of it.declarations as Node[]) declared.set(nameOf(one.id) ?? '', one);
    if (it.type === 'ImportDeclaration') {
      const path = `e2e/${nameOf(it.source)?.replace('./', '')}`;
      for (const one of it.specifiers as Node[])
        imported.set(nameOf(one.local) ?? '', { path, name: nameOf(one.imported) ?? '' });
    }
  }
  return { source, program: program as unknown as Node, comments, declared, imported };
}

/** The first thing that begins behind a place, whole: a statement. */
function nodeAfter({ program }: Module, place: number): Node | undefined {
  let found: Node | undefined;
  walk(program, (node) => {
    const start = node.start as number;
    if (start >= place && start < ((found?.start as number | undefined) ?? Number.POSITIVE_INFINITY))
      found = node;
  });
  return found;
}

/** Goes through a part of a module, and through every function of the browser tests whose name stands in it. */
function otherActs(modules: ReadonlyMap<string, Module>, module: Module, start: Node | undefined): string[] {
  const acts: string[] = [];
  const seen = new Set<Node>();
  const judge = (where: Module, part: Node | undefined, within: string) => {
    if (part === undefined || seen.has(part)) return;
    seen.add(part);
    walk(part, (node) => {
      if (node.type === 'MemberExpression' && isOtherAct(node)) acts.push(`${nameOf(node)}${within}`);
      const name = node.type === 'Identifier' ? nameOf(node) : undefined;
      if (name === undefined || name === PREPARATION) return;
      const from = where.imported.get(name);
      const home = from ? modules.get(from.path) : where;
      if (home) judge(home, home.declared.get(from?.name ?? name), ` in ${name}`);
    });
  };
  judge(module, start, '');
  return acts;
}

/** `page.keyboard.press` presses where the focus is, `locator.press` takes it there first. */
function isOtherAct(member: Node): boolean {
  const name = nameOf(member) ?? '';
  return OTHER_ACTS.has(name) || (name === 'press' && nameOf(member.object) !== 'keyboard');
}
