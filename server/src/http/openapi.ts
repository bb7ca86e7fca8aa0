import { apiKeyHeader, isChannelScope } from '@tonle/contract/channel-scopes';
import type { Access, Endpoint } from '@tonle/contract/endpoint';
import { pageHeaders } from '@tonle/contract/paging';
import { RefusalBody, type RefusalName } from '@tonle/contract/refusal';
import { z } from 'zod';
import { everywhere, statusOf } from './refusals.ts';

type Json = Record<string, unknown>;

/** The contract as OpenAPI 3.1, written from the endpoints themselves. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const it of endpoints)
    paths[it.path] = { ...paths[it.path], [it.method.toLowerCase()]: operationOf(it) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tonle',
      version,
      description: 'The calls of Tonle, back office of a participant bank of a national payment network.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map((it) => it.area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader },
      },
      schemas: { Refusal: schemaOf(RefusalBody, 'output') },
    },
  };
}

function operationOf(it: Endpoint): Json {
  const parameters = [
    ...parametersOf(it.params, 'path'),
    ...parametersOf(it.query, 'query'),
    ...(it.textBody === undefined ? [] : [identifierInQuery(it.textBody.identifier)]),
    ...(it.idempotent === true ? [idempotencyKey] : []),
    ...(it.stream === undefined ? [] : [lastEventId]),
  ];
  return {
    operationId: it.name,
    tags: [it.area],
    summary: it.summary,
    description: whoMay(it.permission),
    security: securityOf(it.permission),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(it.body === undefined
      ? {}
      : {
          requestBody: {
            required: !it.body.safeParse(undefined).success,
            content: contentOf(it, it.body),
          },
        }),
    responses: { 200: okOf(it), ...refusalsOf(it) },
    'x-permission': it.permission,
  };
}

const identifierInQuery = (name: string) => ({
  name,
  in: 'query',
  required: false,
  description: 'Where the body is plain text.',
  schema: { type: 'string' },
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request does it once and answers the same.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{8,128}$' },
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was read, to go on from there.',
  schema: { type: 'string' },
};

function securityOf(access: Access): Json[] {
  if (access === 'public' || access === 'network') return [];
  return isChannelScope(access) ? [{ apiKey: [] }] : [{ bearer: [] }];
}

function contentOf(it: Endpoint, body: z.ZodType): Json {
  const schema = schemaOf(body, 'input');
  if (it.form === true)
    return { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } };
  if (it.bodyTypes === undefined) {
    return {
      'application/json': { schema },
      ...(it.textBody === undefined ? {} : { 'text/plain': { schema: { type: 'string' } } }),
    };
  }
  return Object.fromEntries(
    it.bodyTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
}

function whoMay(access: Access): string {
  if (access === 'public') return 'For everyone.';
  if (access === 'signed-in') return 'For everyone who is signed in.';
  if (access === 'network') return 'For the national network, which signs each message with Ed25519.';
  if (isChannelScope(access)) return `For the bank’s own apps, with a key of the scope ${access}.`;
  return `Needs ${(typeof access === 'string' ? [access] : access).join(' or ')}.`;
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {} } = schemaOf(schema, 'input') as { properties?: Record<string, unknown> };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    // Asked of the schema itself: a default counts as not required.
    required: place === 'path' || schema.shape[name]?.safeParse(undefined).success === false,
    schema: property,
  }));
}

function okOf(it: Endpoint): Json {
  if (it.file !== undefined) {
    const content = it.file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
    return { description: 'Done.', content: Object.fromEntries(content) };
  }
  const row = schemaOf(it.response, 'output');
  const rows = { type: 'array', items: row };
  const total = { type: 'integer', minimum: 0 };
  const schema =
    it.list === undefined
      ? row
      : {
          array: rows,
          content: objectOf({ content: rows, totalElements: total }),
          data: objectOf({ data: rows, total }),
        }[it.list];
  const headers = Object.values(pageHeaders).map((name) => [name, { schema: { type: 'string' } }]);
  return {
    description: 'Done.',
    ...(it.list === undefined ? {} : { headers: Object.fromEntries(headers) }),
    content:
      it.stream === undefined
        ? { 'application/json': { schema } }
        : { 'text/event-stream': { schema: schemaOf(it.stream, 'output') } },
  };
}

const objectOf = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** The refusals by HTTP status, each status naming those it may carry. */
function refusalsOf(it: Endpoint): Json {
  const byAccess: RefusalName[] =
    it.permission === 'public'
      ? []
      : it.permission === 'network'
        ? ['SIGNATURE_REFUSED']
        : isChannelScope(it.permission)
          ? ['API_KEY_REFUSED', 'FORBIDDEN']
          : ['SESSION_ENDED', 'FORCE_CHANGE_PASSWORD', 'FORBIDDEN'];
  const byStatus = new Map<number, Set<RefusalName>>();
  for (const name of [...byAccess, ...everywhere, ...(it.errors ?? [])]) {
    const status = statusOf[name];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(name));
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, names]) => [
      status,
      {
        description: `${[...names].join(', ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

/**
 * What is sent may be more than what is meant ("5" or 5, absent or ""), and is then said by what comes of it: an input
 * that zod cannot describe is described by its output.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const described = (which: 'input' | 'output') => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: which, unrepresentable: 'any' });
    return rest as Json;
  };
  return io === 'output' ? described('output') : (filled(described('input'), described('output')) as Json);
}

function filled(input: unknown, output: unknown): unknown {
  if (!isJson(input) || !isJson(output)) return input;
  if (Object.keys(input).length === 0) return output;
  const filledParts = ['properties', 'items'].flatMap((name) => {
    const [from, to] = [input[name], output[name]];
    if (!isJson(from) || !isJson(to)) return [];
    if (name === 'items') return [[name, filled(from, to)]];
    return [[name, Object.fromEntries(Object.entries(from).map(([key, it]) => [key, filled(it, to[key])]))]];
  });
  return { ...input, ...Object.fromEntries(filledParts) };
}

const isJson = (it: unknown): it is Json => typeof it === 'object' && it !== null && !Array.isArray(it);
