import type { Endpoint } from '@tonle/contract/endpoint';
import { endpoints } from '@tonle/contract/endpoints';
import { expect, it } from 'vitest';
import { defOf, inside, type Schema } from './schema.ts';

/** Longer than any field of a call may be whose body has the usual limit. */
const USUAL_LENGTH = 262_144;

/** Each field that takes a text of any length or a list without end, by its place. */
function unbounded(whole: Schema, place: string, long: readonly string[]): string[] {
  const schema = inside(whole);
  const { shape, options, element, left, right } = defOf(schema);
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([name, it]) => unbounded(it, `${place}.${name}`, long));
  if (element !== undefined) {
    const isBounded = (schema.def.checks ?? []).some((it) => it._zod.def.check === 'max_length');
    return [...(isBounded ? [] : [`${place}[]`]), ...unbounded(element, `${place}[]`, long)];
  }
  const parts = [...(options ?? []), left, right].filter((it) => it !== undefined);
  if (parts.length > 0) return parts.flatMap((it) => unbounded(it, place, long));
  return long.some((it) => isTaken(whole, it)) ? [place] : [];
}

/** Whatever a pattern makes of megabytes must be a refusal: one that overflows would be a fault of the server. */
function isTaken(schema: Schema, value: string): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return true;
  }
}

const asked = ({ params, query, body }: Endpoint): [string, Schema | undefined][] =>
  Object.entries({ params, query, body });

it('every field of every call is bounded', () => {
  const parts = endpoints.flatMap((one) => {
    const lengthOf = (letter: string) =>
      one.bodyBytesMax === undefined ? USUAL_LENGTH : one.bodyBytesMax / Buffer.byteLength(letter);
    const long = ['a', '1', 'ក'].map((letter) => letter.repeat(lengthOf(letter)));
    return asked(one).flatMap(([part, schema]) =>
      schema === undefined ? [] : [{ place: `${one.name}.${part}`, schema, long }],
    );
  });
  console.log(`Bounds: ${parts.length} sets of fields of ${endpoints.length} calls`);
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.flatMap(({ place, schema, long }) => unbounded(schema, place, long))).toEqual([]);
});
