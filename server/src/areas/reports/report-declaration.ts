import type { ReportFailure, ReportType } from '@tonle/contract/report-states';
import type { Select } from '../../db/copy.ts';
import type { Tx } from '../../db/tx.ts';

export type Language = 'en' | 'km';
type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };
export type ReportParams = { readonly [name: string]: Json };

/**
 * A report whose rows come from one SELECT, written by COPY: columns in order, each already as its cell reads (`csv_text`
 * for what people typed, `csv_amount`, `csv_time`).
 */
export interface CsvReport<Params extends ReportParams> {
  readonly kind: 'csv';
  readonly type: ReportType;
  /** Of the columns, in the language; equal to the screen's. */
  readonly labels: Readonly<Record<Language, readonly string[]>>;
  /** Runs when the job is carried out, in a transaction that reads. */
  readonly select: (tx: Tx, params: Params, language: Language) => Promise<Select>;
}

/** A report that is made whole, as a PDF is: what it says is read in one transaction, and set out after it. */
export interface FileReport<Params extends ReportParams> {
  readonly kind: 'file';
  readonly type: ReportType;
  readonly collect: (tx: Tx, params: Params, language: Language) => Promise<unknown>;
  readonly make: (collected: unknown, signal: AbortSignal) => Promise<Uint8Array>;
}

/** Why a report cannot be made, however often it is tried: a key of messages.ts under `report-failure.`. */
export class ReportFault extends Error {
  override name = 'ReportFault';
  readonly failure: ReportFailure;

  constructor(failure: ReportFailure) {
    super(failure);
    this.failure = failure;
  }
}

export type ReportDeclaration<Params extends ReportParams = never> = CsvReport<Params> | FileReport<Params>;

/** Says how a report is made; the list of all of them stands in app.ts. Its parameters come back as they were given. */
export const declareCsv = <Params extends ReportParams>(
  it: Omit<CsvReport<Params>, 'kind'>,
): CsvReport<Params> => ({ kind: 'csv', ...it });
