import type { ReportJob, ReportStanding } from '@tonle/contract/reports';
import { expect } from 'vitest';
import type { Caller } from '../../test-server.ts';

export const exportPath = '/report-service/api/export/iroha-transactions';
export const historyExportPath = '/report-service/api/export/fast-transactions/web-history';
export const reportPath = '/report-service/api/report';
export const jobsPath = '/report-service/api/v2/report';

/** Impatient enough for tests: whoever is killed is taken over within seconds. */
export const testTiming = {
  leaseSeconds: 2,
  renewMs: 100,
  sweepMs: 200,
  strayMs: 200,
  retrySeconds: 0,
  pollMs: 200,
};
/** For tests in which nobody dies: a machine that stands still for some seconds takes no report from its maker. */
export const patientTiming = { ...testTiming, leaseSeconds: 30 };

/** Asks for a report; its id. */
export async function ask(
  caller: Caller,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, body, text } = await caller.get<ReportStanding>(path, headers);
  expect([status, text]).toEqual([200, expect.anything()]);
  expect(body.status).toBe('ACCEPTED');
  return body.id;
}

const ended = new Set(['CREATED', 'ERROR', 'REJECTED']);

/** Waits until a report stands like this, or has ended in another way, which says why. */
export async function until(caller: Caller, id: string, status: string): Promise<void> {
  let now = '';
  await expect
    .poll(
      async () => {
        now = (await caller.get<ReportStanding>(`${reportPath}/status/${id}`)).body.status;
        return now === status || ended.has(now);
      },
      { timeout: 25_000, interval: 50 },
    )
    .toBe(true);
  if (now === status) return;
  const { body } = await caller.get<ReportJob[]>(`${jobsPath}/list?filter=${id}`);
  expect([now, body[0]?.failure]).toEqual([status, null]);
}

/** The CSV of a report, made from asking to the file; each line as it stands there. */
export async function csvOf(
  caller: Caller,
  path: string,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const id = await ask(caller, path, headers);
  await until(caller, id, 'CREATED');
  const { status, text, headers: given } = await caller.get(`${reportPath}/csv/${id}`);
  expect(status).toBe(200);
  expect(given['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}
