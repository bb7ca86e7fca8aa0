import type { Endpoint } from '@tonle/contract/endpoint';
import type { WindowFault } from '@tonle/contract/report-window';
import * as reports from '@tonle/contract/reports';
import { call, type InputOf } from '../../api/call.ts';
import { contractTexts, messageText } from '../../i18n/contract-texts.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { format } from '../../i18n/texts.ts';
import { getSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { followReport } from './follow-report.ts';
import { reportsTexts } from './reports-texts.ts';
import { saveReport } from './save-report.ts';

type Calls = typeof reports;
/** The contract's calls that ask for a report, by name. This file comes with the first click, since they bring all reports along. */
export type ExportCall = {
  [Name in keyof Calls]: Name extends `export${string}`
    ? Calls[Name] extends Endpoint
      ? Name
      : never
    : never;
}[keyof Calls];

export type ExportAsked<Name extends ExportCall> = {
  report: Name;
  /** The list's filters as they stand. */
  input: InputOf<Calls[Name]>;
  /** Why the chosen days may not be exported: said instead of asking. */
  fault?: WindowFault | undefined;
  /** Leads to the download page at once, as from an account's details: nobody waits for the file where they are. */
  toDownloads?: (() => Promise<void>) | undefined;
};

const t = (key: string, params?: Record<string, string>) =>
  format(reportsTexts, storedLanguage(), key, params);

/** Asks for a report. `openDownloads` is there for whoever may open that page. */
export async function exportReport<Name extends ExportCall>(
  { report, input, fault, toDownloads }: ExportAsked<Name>,
  openDownloads: (() => void) | undefined,
): Promise<void> {
  if (fault) {
    const language = storedLanguage();
    await contractTexts.load(language);
    const detail = messageText(fault.key, language, fault.params);
    return showError(undefined, { title: t('export.refused'), detail });
  }
  const request = async () => {
    const { [report]: endpoint } = reports;
    // They all answer alike; which one it is only matters to its input, which was judged by its type.
    type One = Calls['exportIncoming'];
    return (await call(endpoint as One, input as InputOf<One>)).id;
  };
  if (!toDownloads || !openDownloads) return followExport(request, openDownloads);
  await request();
  toast.progress(t('export.asked'), { text: t('export.asked.text') });
  await toDownloads();
}

const wait = (ms: number) => new Promise<void>((done) => window.setTimeout(done, ms));

/**
 * Asks for a report, waits for it, and saves it, saying what happens. It goes on when its page is left; whoever signs out is
 * told nothing more.
 */
async function followExport(
  request: () => Promise<string>,
  openDownloads: (() => void) | undefined,
): Promise<void> {
  const session = getSession()?.token;
  const isGone = () => getSession()?.token !== session;
  let id = '';
  let step: 'requesting' | 'processing' | 'downloading' = 'requesting';
  try {
    id = await request();
    step = 'processing';
    const outcome = await followReport(async () => {
      if (isGone()) return 'CREATED';
      return (await call(reports.reportStatus, { params: { id } }, { background: true })).status;
    }, wait);
    if (isGone()) return;
    if (outcome === 'ready') {
      step = 'downloading';
      await saveReport(id, undefined);
      toast.success(t('export.ready'), { text: t('export.saved') });
    } else if (outcome === 'too-long') {
      const action = openDownloads && { label: t('export.open-downloads'), run: openDownloads };
      toast.progress(t('export.too-long'), {
        text: t('export.too-long.text'),
        ...(action ? { action } : {}),
      });
    } else {
      const [title, detail] =
        'failed' in outcome
          ? [t('failed.generating', { id }), t('failed.status', { status: outcome.failed })]
          : [t('failed.processing', { id }), t('failed.unknown-status', { status: outcome.unknown })];
      showError(undefined, { title, detail });
    }
  } catch (error) {
    if (!isGone()) showError(error, { title: t(`failed.${step}`, { id }) });
  }
}
