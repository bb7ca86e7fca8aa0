import { FieldFault, refusalCodes } from '@tonle/contract/refusal';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

const nameOfCode = new Map(Object.entries(refusalCodes).map(([name, code]) => [code, name]));
const numberOrText = z.union([z.string(), z.number()]).nullish();
const text = z.string().nullish().catch(undefined);

/** The status block of any server: the code may be a number or a name, in `errorCode` or in `error`. */
const StatusBlock = z.object({
  errorCode: numberOrText.catch(undefined),
  error: numberOrText.catch(undefined),
  message: text,
  title: text,
  detail: text,
  reference: text,
});
const Answer = z.object({
  status: StatusBlock,
  data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  fields: z.array(FieldFault).nullish().catch(undefined),
});

const given = (it: string | number | null | undefined): it is string | number =>
  it !== undefined && it !== null && it !== '' && it !== 0 && it !== '0';

/** The refusal an answer carries in its status block, whatever its HTTP status; undefined where it carries none. */
export function refusalIn(body: unknown, response: Response): ApiError | undefined {
  const answer = Answer.safeParse(body);
  if (!answer.success) return undefined;
  const { status, data, fields } = answer.data;
  const codes = [status.errorCode, status.error].filter(given).map(String);
  if (codes.length === 0) return undefined;
  const numeric = codes.find((it) => /^\d+$/.test(it));
  const name = codes.find((it) => !/^\d+$/.test(it)) ?? nameOfCode.get(Number(numeric));
  const knownCode = name === undefined ? undefined : refusalCodes[name as keyof typeof refusalCodes];
  return new ApiError({
    kind: 'refused',
    httpStatus: response.status,
    name,
    code: numeric === undefined ? knownCode : Number(numeric),
    title: status.title ?? undefined,
    message: status.message ?? status.detail ?? undefined,
    reference: status.reference ?? response.headers.get('x-request-id') ?? undefined,
    data: data ?? undefined,
    fields: fields ?? undefined,
    retryAfterSeconds: retryAfter(response),
    answerLost: name === 'OUTCOME_UNKNOWN',
  });
}

/** An HTTP failure without a status block, as a proxy answers it. */
export function failureOf(response: Response, mayHaveActed: boolean): ApiError {
  return new ApiError({
    kind: 'refused',
    httpStatus: response.status,
    reference: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(response),
    answerLost: mayHaveActed && response.status >= 500,
  });
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
}
