import type { Metrics } from '../../http/metrics.ts';
import type { Network, NetworkHealth } from './network.ts';

/** One look at the database serves all figures of one scrape. */
const FRESH_MS = 500;

/** The gateway in Prometheus' figures: what waits, for how long, what failed, and what people must look into. */
export function measureNetwork(metrics: Metrics, network: Network): void {
  let read: { at: number; health: Promise<NetworkHealth> } | undefined;
  const health = () => {
    if (read === undefined || Date.now() - read.at > FRESH_MS) {
      read = { at: Date.now(), health: network.health() };
    }
    return read.health;
  };
  const gauge = (name: string, help: string, figure: (it: NetworkHealth) => number) =>
    // While the database is away the other figures are still told.
    metrics.gauge(`tonle_network_${name}`, help, () => health().then(figure, () => Number.NaN));
  gauge('outbox_waiting', 'Messages that the network has not taken yet.', (it) => it.waiting);
  gauge('outbox_oldest_seconds', 'How long the oldest of them has waited.', (it) => it.oldestSeconds);
  gauge('unreachable', '1 while the network does not answer.', (it) => Number(it.status === 'unreachable'));
  gauge(
    'contradictions',
    'Messages that contradict the final state of a transfer, each for people to look into.',
    (it) => it.contradictions,
  );
  gauge(
    'rejected_decisions',
    'Decisions on deposits that the network rejected, not sent again since.',
    (it) => it.rejectedDecisions,
  );
  gauge('unsettled_transfers', 'Transfers to other banks on their way.', (it) => it.unsettledTransfers);
  const counter = (name: string, help: string, count: keyof Network['counts']) =>
    metrics.counter(`tonle_network_${name}`, help, () => network.counts[count]);
  counter('failures_total', 'Requests to the network that it did not answer.', 'failures');
  counter('refused_signatures_total', 'Messages refused for their signature.', 'refusedSignatures');
}
