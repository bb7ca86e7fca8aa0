import { expect, test } from 'vitest';
import { followReport } from './follow-report.ts';

/** Answers these, the last one for ever; says what was waited for. */
function server(...statuses: string[]) {
  const waits: number[] = [];
  let asked = 0;
  return {
    waits,
    asked: () => asked,
    outcome: followReport(
      async () => {
        const status = statuses[Math.min(asked, statuses.length - 1)] ?? '';
        asked += 1;
        return status;
      },
      async (ms) => {
        waits.push(ms);
      },
    ),
  };
}

test('known fault: an export that takes 60 s is too long after seven retries, three seconds apart (posthog 13638)', async () => {
  const it = server('ACCEPTED', 'PENDING', 'IN_PROGRESS');
  expect(await it.outcome).toBe('too-long');
  expect(it.asked()).toBe(8);
  expect(it.waits.slice(1)).toEqual([3000, 3000, 3000, 3000, 3000, 3000, 3000]);
});

test('a report that becomes ready on the last retry is ready', async () => {
  expect(await server(...Array(7).fill('IN_PROGRESS'), 'CREATED').outcome).toBe('ready');
});

test.each(['REJECTED', 'ERROR', 'REPORT_ID_NOT_FOUND_IN_CACHE'])(
  '%s is a failure, asked once',
  async (status) => {
    const it = server(status);
    expect(await it.outcome).toEqual({ failed: status });
    expect(it.asked()).toBe(1);
  },
);

test('anything else is an unknown status', async () => {
  expect(await server('PENDING', 'GONE_FISHING').outcome).toEqual({ unknown: 'GONE_FISHING' });
});
