import type { z } from 'zod';
import type { Area } from './areas.ts';
import type { ChannelScope } from './channel-scopes.ts';
import type { Envelope } from './paging.ts';
import type { Permission } from './permissions.ts';
import type { RefusalName } from './refusal.ts';

/**
 * Who may call: holders of a permission, or of any one of several; everyone with a session; the national network, by its
 * signature; the bank's own apps, by a key of that scope; or everyone at all.
 * Each endpoint says it; there is no default.
 */
export type Access =
  | Permission
  | readonly [Permission, ...Permission[]]
  | ChannelScope
  | 'signed-in'
  | 'network'
  | 'public';

/** A file on its way out; the server reads `content` and closes it. */
export type FileAnswer = {
  content: AsyncIterable<Uint8Array>;
  name: string;
  type: string;
  bytes: number;
};

type ObjectSchema = z.ZodObject;

export type Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  List extends Envelope | undefined = Envelope | undefined,
  Who extends Access = Access,
> = {
  name: string;
  area: Area;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: /tps/api/participant-banks/code/{code}. */
  path: string;
  permission: Who;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The answer's body; for a list, one row. */
  response: Response;
  /** Set where the answer is a stream of server-sent events that does not end: what each of them carries. */
  stream?: z.ZodType;
  /** Set where the answer is a file, of one of these content types: the handler gives a `FileAnswer`. */
  file?: readonly string[];
  /** Set where a GET changes something, as the specifications have it: it is audited, and HEAD does not carry it out. */
  changes?: true;
  /** Set for lists: how the rows are wrapped. The handler gives a `PageOf` rows. */
  list?: List;
  /** Refusals beyond those every endpoint may give. */
  errors?: readonly RefusalName[];
  /** True where an `Idempotency-Key` header is heeded. */
  idempotent?: boolean;
  /** Set where the body is a form: urlencoded or multipart, text fields only. */
  form?: true;
  /** Set where the body is no JSON: it comes as bytes, of one of these content types. */
  bodyTypes?: readonly string[];
  /**
   * Set for what the specification writes as {id, body text}: the identifier may also come in the query and the text as a
   * text/plain body. Either way both are fields of the body, under these names (decisions section 3).
   */
  textBody?: { readonly identifier: string; readonly text: string };
  /** How long the body may be, where the server's usual limit is too short. */
  bodyBytesMax?: number;
  /** True where the token of codes 96 and 97 may call: choosing a new password, and no more (decisions section 5). */
  forNewPassword?: boolean;
};

/**
 * Declares one call, once. The server registers from it, the portal's client is typed from it,
 * OpenAPI is written from it.
 */
export const endpoint = <
  const Params extends ObjectSchema | undefined = undefined,
  const Query extends ObjectSchema | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Response extends z.ZodType = z.ZodType,
  const List extends Envelope | undefined = undefined,
  const Who extends Access = Access,
>(
  it: Endpoint<Params, Query, Body, Response, List, Who>,
): Endpoint<Params, Query, Body, Response, List, Who> => it;

export type In<S> = S extends z.ZodType ? z.output<S> : undefined;
export type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
