import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@tonle/contract/endpoint';
import { type PageOf, pageHeaders } from '@tonle/contract/paging';
import { z } from 'zod';

/** An answer that is not what the contract promises: a defect, found in tests and development. */
export class AnswerMismatch extends Error {
  override name = 'AnswerMismatch';
}

export interface Envelope {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Wraps what a handler gave: a list's rows in its envelope, with the page's facts in headers (decisions section 3). */
export function wrap(endpoint: Endpoint, answer: unknown): Envelope {
  if (endpoint.list === undefined) return { headers: {}, body: answer };
  const page = answer as PageOf<unknown>;
  const body = {
    array: page.rows,
    content: { content: page.rows, totalElements: page.total },
    data: { data: page.rows, total: page.total },
  }[endpoint.list];
  return { headers: headersOf(page), body };
}

function headersOf(page: PageOf<unknown>): Record<string, string> {
  const facts: [string, string | number | boolean | undefined][] = [
    [pageHeaders.total, page.total],
    [pageHeaders.totalMore, page.totalMore === true ? true : undefined],
    [pageHeaders.hasNext, page.hasNext],
    [pageHeaders.hasPrevious, page.hasPrevious],
    [pageHeaders.next, page.next],
    [pageHeaders.previous, page.previous],
    [pageHeaders.sumKhr, page.sums?.KHR],
    [pageHeaders.sumUsd, page.sums?.USD],
    [pageHeaders.outsideWindow, page.outsideWindow === true ? true : undefined],
  ];
  return Object.fromEntries(
    facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Throws unless the answer is exactly what the contract says: nothing missing, nothing wrong, nothing more. */
export function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const rows = endpoint.list === undefined ? [answer] : (answer as PageOf<unknown>).rows;
  const schema = z.array(endpoint.response);
  // As the wire carries it: undefined left out.
  const sent: unknown = JSON.parse(JSON.stringify(rows));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new AnswerMismatch(`${endpoint.name}: ${z.prettifyError(parsed.error)}`);
  const expected: unknown = JSON.parse(JSON.stringify(parsed.data));
  if (!isDeepStrictEqual(expected, sent)) {
    throw new AnswerMismatch(`${endpoint.name}: the answer carries fields that the contract does not know`);
  }
}
