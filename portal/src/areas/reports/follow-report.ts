import { statusRetriesMax, statusRetryMs } from '@tonle/contract/report-states';

/** How a report that was asked for came out, as far as the portal waited. */
export type Outcome = 'ready' | 'too-long' | { failed: string } | { unknown: string };

const stillProcessing: ReadonlySet<string> = new Set(['ACCEPTED', 'PENDING', 'IN_PROGRESS']);
const failures: ReadonlySet<string> = new Set(['REJECTED', 'ERROR', 'REPORT_ID_NOT_FOUND_IN_CACHE']);
/** Most reports are there at once: the first look is soon, and none of the retries. */
const firstLookMs = 500;

/**
 * Asks for a report's status until it is ready or has failed: up to seven retries, three seconds apart (2-console.md
 * section 4).
 */
export async function followReport(
  statusOf: () => Promise<string>,
  wait: (ms: number) => Promise<void>,
): Promise<Outcome> {
  await wait(firstLookMs);
  for (let retry = 0; retry <= statusRetriesMax; retry += 1) {
    if (retry > 0) await wait(statusRetryMs);
    const status = await statusOf();
    if (status === 'CREATED') return 'ready';
    if (failures.has(status)) return { failed: status };
    if (!stillProcessing.has(status)) return { unknown: status };
  }
  return 'too-long';
}
