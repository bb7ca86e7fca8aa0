import type { Endpoint } from '@tonle/contract/endpoint';

export type Schema = Endpoint['response'];

interface Def {
  readonly type: string;
  readonly shape?: Record<string, Schema>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly options?: readonly Schema[];
  readonly left?: Schema;
  readonly right?: Schema;
  readonly entries?: Record<string, string | number>;
  readonly values?: readonly unknown[];
}

/** What zod knows of a schema: the contract is read here as data. */
export const defOf = (schema: Schema): Def => schema.def as unknown as Def;

/** What a schema takes, without what it does to it before or afterwards. */
export function inside(schema: Schema): Schema {
  const { type, in: input, out, innerType } = defOf(schema);
  if (type === 'pipe' && input !== undefined && out !== undefined)
    return inside(defOf(input).type === 'transform' ? out : input);
  return innerType === undefined ? schema : inside(innerType);
}
