import type { Random } from '@tonle/contract/random';
import { defOf, inside, type Schema } from '../schema.ts';

/** Left out of whatever it would be in. */
export const ABSENT = Symbol('absent');

/** Values by the name of a field; those under '' may stand anywhere that takes them. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

/**
 * Values that a schema accepts, mostly. A leaf is not made from its pattern but chosen: whatever of the pool the schema
 * itself accepts, first of all what the pool has under the field's name.
 */
export class Values {
  readonly #random: Random;
  readonly #pools: Pools;
  readonly #optional = new WeakMap<Schema, boolean>();
  readonly #accepted = new WeakMap<Schema, Map<string, readonly unknown[]>>();

  constructor(random: Random, pools: Pools) {
    this.#random = random;
    this.#pools = pools;
  }

  for(whole: Schema, name: string): unknown {
    const schema = inside(whole);
    if (this.#takesNothing(whole) && this.#random.percent(40)) return ABSENT;
    const def = defOf(schema);
    if (def.shape !== undefined) return this.object(def.shape);
    if (def.options?.some((it) => defOf(inside(it)).shape !== undefined))
      return this.for(this.#random.pick(def.options), name);
    if (def.type === 'array' && def.element !== undefined) {
      const { element } = def;
      return Array.from({ length: this.#random.below(4) }, () => this.for(element, name)).filter(
        (it) => it !== ABSENT,
      );
    }
    if (def.type === 'record') return {};
    return this.#leaf(whole, schema, name);
  }

  object(shape: Readonly<Record<string, Schema>>): Record<string, unknown> {
    const fields = Object.entries(shape).map(([key, it]) => [key, this.for(it, key)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== ABSENT));
  }

  #leaf(whole: Schema, schema: Schema, name: string): unknown {
    const named = this.#acceptedOf(whole, schema, name);
    if (named.length > 0 && this.#random.percent(85)) return this.#random.pick(named);
    const any = this.#acceptedOf(whole, schema, '');
    if (any.length > 0) return this.#random.pick(any);
    return this.#takesNothing(whole) ? ABSENT : this.#random.pick(this.#pools[''] ?? ['']);
  }

  #takesNothing(schema: Schema): boolean {
    const known = this.#optional.get(schema) ?? schema.safeParse(undefined).success;
    this.#optional.set(schema, known);
    return known;
  }

  #acceptedOf(whole: Schema, schema: Schema, name: string): readonly unknown[] {
    const known = this.#accepted.get(whole) ?? new Map<string, readonly unknown[]>();
    this.#accepted.set(whole, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const { entries = {}, values = [] } = defOf(schema);
    const own = name === '' ? [...Object.values(entries), ...values] : [];
    const accepted = [...own, ...(this.#pools[name] ?? [])].filter((it) => whole.safeParse(it).success);
    known.set(name, accepted);
    return accepted;
  }
}
