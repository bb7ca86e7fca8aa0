import type { ReportType } from '@tonle/contract/report-states';
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

/** What a maker of a file is given beside the parameters. */
export interface ReportContext {
  readonly language: Language;
  readonly signal: AbortSignal;
}

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

/** A report that is made whole, as a PDF is. */
export interface FileReport<Params extends ReportParams> {
  readonly kind: 'file';
  readonly type: ReportType;
  readonly extension: 'pdf';
  readonly make: (tx: Tx, params: Params, context: ReportContext) => Promise<Uint8Array>;
}

export type ReportDeclaration<Params extends ReportParams = never> = CsvReport<Params> | FileReport<Params>;

/** Says how a report is made; the list of all of them stands in app.ts. Its parameters come back as they were given. */
export const declareCsv = <Params extends ReportParams>(
  it: Omit<CsvReport<Params>, 'kind'>,
): CsvReport<Params> => ({ kind: 'csv', ...it });
