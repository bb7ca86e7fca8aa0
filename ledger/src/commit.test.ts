import { expect, it, vi } from 'vitest';
import { CommitQueue } from './commit.ts';
import { LedgerError } from './errors.ts';
import type { BatchStore } from './store.ts';

it('sends the next batch before it answers those of the last', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const unused = () => Promise.reject(new Error('not for this test'));
  const store: BatchStore = {
    load: () => {
      order.push('batch');
      return new Promise((_, reject) => {
        ends.push(() => reject(new LedgerError('INVALID', 'for this test')));
      });
    },
    commit: unused,
    hasBlock: unused,
    rollback: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const queue = new CommitQueue(store, { queueMax: 10, batchMax: 1 });
  const told = [1, 2].map((n) => queue.submit({}).catch(() => order.push(`answer ${n}`)));
  for (const n of [1, 2]) {
    await vi.waitFor(() => expect(ends).toHaveLength(n));
    ends[n - 1]?.();
  }
  await Promise.all(told);
  expect(order).toEqual(['batch', 'batch', 'answer 1', 'answer 2']);
});
