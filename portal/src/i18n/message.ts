import type { ReactNode } from 'react';

/**
 * The placeholders of a message, read from its English text: {name}, or the subject of an ICU
 * {count, plural, one {# entry} other {# entries}}. A plural's branches therefore hold a # or a blank.
 */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Head<Rest> | Placeholders<Rest>
  : never;

type Head<Rest extends string> = Rest extends `${infer Name}}${string}`
  ? Name extends `${infer Subject},${string}`
    ? Identifier<Subject>
    : Identifier<Name>
  : never;

type Identifier<Name extends string> = Name extends
  | ''
  | `${string}#${string}`
  | `${string} ${string}`
  | `${string}{${string}`
  ? never
  : Name;

export type Value = string | number;
export type Params<Text extends string> = [string] extends [Text]
  ? [params?: Record<string, Value>]
  : [Placeholders<Text>] extends [never]
    ? []
    : [params: Record<Placeholders<Text>, Value>];
export type RichParams<Text extends string> = Record<Placeholders<Text>, ReactNode>;

/** A catalogue: key -> ICU text. The English one decides the keys and their placeholders. */
export type Catalogue = Readonly<Record<string, string>>;
/** What the Khmer catalogue of an English one must be. */
export type TranslationOf<En extends Catalogue> = Readonly<Record<keyof En, string>>;
