import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@tonle/contract/endpoint';
import { RefusalBody, type RefusalName } from '@tonle/contract/refusal';
import { everywhere, statusOf } from '../../server/src/http/refusals.ts';
import type { Got } from '../served-bank.ts';
import type { Made } from './requests.ts';

const ANSWER_MS_MAX = 5_000;

/** What those who judge who calls may answer, before any endpoint does. */
const atTheDoor: readonly RefusalName[] = [
  'SESSION_ENDED',
  'FORBIDDEN',
  'FORCE_CHANGE_PASSWORD',
  'API_KEY_REFUSED',
  'SIGNATURE_REFUSED',
];

/** What is wrong with an answer, in words; undefined where all is well. Time counts on a calm machine alone. */
export function faultOf({ endpoint, sent, isItsOwn }: Made, got: Got, isTimed: boolean): string | undefined {
  if (got.status >= 500) return `answered ${got.status}: ${got.bytes.toString().slice(0, 300)}`;
  if (isTimed && got.ms > ANSWER_MS_MAX) return `took ${Math.round(got.ms)} ms`;
  if (got.status >= 400) return refusalFault(endpoint, sent.method, isItsOwn, got);
  if (!isItsOwn) return undefined;
  return answerFault(endpoint, got);
}

function refusalFault(endpoint: Endpoint, method: string, isItsOwn: boolean, got: Got): string | undefined {
  // An answer to HEAD has no body, and a parser that understands nothing knows no request.
  if (method === 'HEAD' || method === 'TRACE') return undefined;
  const parsed = RefusalBody.safeParse(got.json);
  if (!parsed.success) return `${got.status} is no refusal: ${got.bytes.toString().slice(0, 300)}`;
  const name = parsed.data.status.error as RefusalName;
  // The head itself was too long to be read.
  if (got.status === 431 && name === 'INVALID_REQUEST') return undefined;
  if (statusOf[name] !== got.status) return `${name} came with ${got.status}`;
  const declared = [...everywhere, ...atTheDoor, ...(endpoint.errors ?? [])];
  if (isItsOwn && !declared.includes(name)) return `refuses with ${name}, which it does not declare`;
  return undefined;
}

function answerFault(endpoint: Endpoint, { json, headers, bytes }: Got): string | undefined {
  if (endpoint.file !== undefined) {
    const type = String(headers['content-type']);
    return endpoint.file.some((it) => type.startsWith(it)) ? undefined : `answered with ${type}`;
  }
  const rows = rowsOf(endpoint, json);
  if (rows === undefined) return `its list has another envelope: ${bytes.toString().slice(0, 300)}`;
  for (const row of rows) {
    const parsed = endpoint.response.safeParse(row);
    if (!parsed.success) return `answers outside its schema: ${parsed.error.message.slice(0, 500)}`;
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), row))
      return `answers with more than its schema: ${JSON.stringify(row).slice(0, 500)}`;
  }
  return undefined;
}

function rowsOf({ list }: Endpoint, json: unknown): readonly unknown[] | undefined {
  if (list === undefined) return [json];
  const wrapped = json as { content?: unknown; data?: unknown } | undefined;
  const rows = list === 'array' ? json : list === 'content' ? wrapped?.content : wrapped?.data;
  return Array.isArray(rows) ? rows : undefined;
}
