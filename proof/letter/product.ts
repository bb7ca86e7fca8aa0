import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import { messages } from '@tonle/contract/messages';
import { ROOT } from '../../tools/steps.ts';
import { defOf, type Schema } from '../schema.ts';
import type { NamedCall } from './calls.ts';

const withoutNames = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{}');

/** GET /a/{id} whatever the parameter is called, with or without a slash at its end. */
const callOf = (method: string, path: string): string =>
  withoutNames(`${method} ${path.length > 1 ? path.replace(/\/$/, '') : path}`);

const byCall = new Map(endpoints.map((it) => [callOf(it.method, it.path), it]));

export function endpointOf(call: string): Endpoint | undefined {
  const [method = '', path = ''] = call.split(' ');
  return byCall.get(callOf(method, path));
}

/** The names of the fields a schema knows at its top, through whatever wraps it; of a list, its rows'. */
export function namesIn(schema: Schema | undefined): Set<string> {
  if (schema === undefined) return new Set();
  const { shape, innerType, element, in: input, out, options, left, right } = defOf(schema);
  if (shape !== undefined) {
    // {status, data} carries its content in data; what the specification names is the content.
    return shape.data === undefined ? new Set(Object.keys(shape)) : namesIn(shape.data);
  }
  const inside = [innerType, element, input, out, left, right, ...(options ?? [])];
  return new Set(inside.flatMap((it) => [...namesIn(it)]));
}

/** What an endpoint lacks of the names that the specification gives. */
export function missingNames(endpoint: Endpoint, named: NamedCall): string[] {
  const lacking = (part: string, has: ReadonlySet<string>, names: readonly string[] = []) =>
    names.filter((it) => !has.has(it)).map((it) => `${part} ${it}`);
  return [
    ...lacking('query', namesIn(endpoint.query), named.query),
    ...lacking('body', namesIn(endpoint.body), named.body),
    ...lacking('answer', namesIn(endpoint.response), named.answer),
  ];
}

/** Every English text of the product, placeholders without their names. */
export async function englishTexts(): Promise<ReadonlySet<string>> {
  const texts = new Set<string>(Object.values(messages).map(comparable));
  for (const path of globSync('portal/src/**/*.en.ts', { cwd: ROOT })) {
    const { default: catalogue } = (await import(join(ROOT, path))) as { default: Record<string, string> };
    for (const text of Object.values(catalogue)) texts.add(comparable(text));
  }
  return texts;
}

export const comparable = (text: string): string => withoutNames(text).replaceAll("''", "'");

/** Whether a file builds a text out of its words and a value. */
export const isBuiltIn = (path: string, text: string): boolean =>
  readFileSync(join(ROOT, path), 'utf8').includes(text.replace(/\{\w+\}$/, '$' + '{'));

interface Screens {
  screens: readonly { page?: string; detail?: string; path?: string }[];
  redirects: Readonly<Record<string, unknown>>;
}

/** Every address that the portal has a screen for, or leads on from. */
export async function portalRoutes(pageUrls: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  // By a computed name: the portal's screens are typed for a browser, and only their addresses matter here.
  const { screens, redirects } = (await import(join(ROOT, 'portal/src/routes.tsx'))) as Screens;
  const addresses = screens.map((it) => it.path ?? it.detail ?? pageUrls.get(it.page ?? '') ?? '');
  return new Set([...addresses, ...Object.keys(redirects)].map(withoutNames));
}

export const routePattern = withoutNames;
