import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query.ts';

vi.mock('../session/session.ts', () => ({ getSession: () => undefined }));

test('a change that has begun is told before the next event: a second click begins no other', async () => {
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const told: string[] = [];
  // As `useMutation` listens.
  observer.subscribe(notifyManager.batchCalls(({ status }) => told.push(status)));
  void observer.mutate();
  // Events are tasks; all that happens here are microtasks.
  for (let at = 0; at < 5; at += 1) await null;
  expect(told).toEqual(['pending']);
});
