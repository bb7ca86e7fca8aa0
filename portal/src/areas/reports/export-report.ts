import { reportStatus } from '@tonle/contract/reports';
import { call } from '../../api/call.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { format } from '../../i18n/texts.ts';
import { getSession } from '../../session/session.ts';
import { showError, toast } from '../../ui/messages.ts';
import { followReport } from './follow-report.ts';
import { reportsTexts } from './reports-texts.ts';
import { saveReport } from './save-report.ts';

const wait = (ms: number) => new Promise<void>((done) => window.setTimeout(done, ms));

/**
 * Asks for a report, waits for it, and saves it, saying what happens. It goes on when its page is left; whoever signs out is
 * told nothing more.
 */
export async function exportReport(
  request: () => Promise<string>,
  openDownloads: (() => void) | undefined,
): Promise<void> {
  const session = getSession()?.token;
  const isGone = () => getSession()?.token !== session;
  const t = (key: string, params?: Record<string, string>) =>
    format(reportsTexts, storedLanguage(), key, params);
  let id = '';
  let step: 'requesting' | 'processing' | 'downloading' = 'requesting';
  try {
    id = await request();
    step = 'processing';
    const outcome = await followReport(async () => {
      if (isGone()) return 'CREATED';
      return (await call(reportStatus, { params: { id } }, { background: true })).status;
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
