import { setTimeout as sleep } from 'node:timers/promises';
import type { Customer, Customers } from './customers.ts';

const ASK_EVERY_MS = 2_000;

export type FinalStates = {
  /** "SUCCESS / ACKNOWLEDGED_BY_FI" and the like -> how many. */
  counts: Map<string, number>;
  /** Those that are still pending when the time is up. */
  pending: number;
  /** Accepted, and not among the account's transactions. */
  missing: number;
};

/** Asks the apps what became of every payment to another bank, until all have ended or the time is up. */
export async function finalStatesOf(customers: Customers, patienceMs: number): Promise<FinalStates> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const states = await statesNow(customers);
    if (states.pending === 0 || Date.now() >= deadline) return states;
    await sleep(ASK_EVERY_MS);
  }
}

async function statesNow(customers: Customers): Promise<FinalStates> {
  const states: FinalStates = { counts: new Map(), pending: 0, missing: 0 };
  const senders = new Map<string, Customer>(
    customers.sentAbroad.map(({ customer }) => [customer.accountId, customer]),
  );
  const found = new Map<string, string>();
  for (const sender of senders.values()) {
    for (const it of await customers.transactionsOf(sender)) {
      found.set(it.fiTransactionId, `${it.status} / ${it.businessStatus ?? '-'}`);
    }
  }
  for (const { fiTransactionId } of customers.sentAbroad) {
    const state = found.get(fiTransactionId);
    if (state === undefined) states.missing += 1;
    else states.counts.set(state, (states.counts.get(state) ?? 0) + 1);
    if (state?.startsWith('PENDING') === true) states.pending += 1;
  }
  return states;
}
