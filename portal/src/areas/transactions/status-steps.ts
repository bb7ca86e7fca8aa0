import type { Tone } from '@tonle/contract/transaction-states';
import type { TransactionDetail } from '@tonle/contract/transactions';
import type { Translate } from '../../i18n/use-texts.tsx';
import type { TimelineStep } from '../../ui/timeline.tsx';
import type { Direction } from './direction.ts';
import type { ShownState } from './transaction-states.tsx';
import type english from './transactions.en.ts';

type Texts = Translate<typeof english>;
type States = { status: (code: string) => ShownState; business: (code: string) => ShownState };
type Event = TransactionDetail['events'][number];
type Banks = { sender: string; receiver: string };

/**
 * What a state says in a title and one plain sentence (ui.md, rule 13): of what happened, and so still true when another has
 * followed; what is awaited is the next step's to say. Undefined for a code nobody knows.
 */
function wordsOf(
  t: Texts,
  { status, businessStatus }: Event,
  direction: Direction,
  banks: Banks,
  isReturn: boolean,
): { title: string; text: string } | undefined {
  const receiver = { bank: banks.receiver };
  switch (businessStatus) {
    case 'RECEIVED_AT_ACH':
    case 'RECEIVE_AT_ACH':
      return { title: t('step.ach'), text: t('step.ach.text') };
    case 'RECEIVE_AT_RECEIVER_BANK':
      return { title: t('step.receiver-bank'), text: t('step.receiver-bank.text', receiver) };
    case 'RECEIVED_AT_FI':
      return { title: t('step.received-at-fi', receiver), text: t('step.received-at-fi.text') };
    case 'ACKNOWLEDGED_BY_FI':
      return { title: t('step.acknowledged', receiver), text: t('step.acknowledged.text') };
    case 'REFUNDED_BY_RECEIVER':
      return { title: t('step.refunded'), text: t('step.refunded.text') };
    case 'FAILED_AT_ACH':
      return { title: t('step.refused-ach'), text: t('step.refused-ach.text') };
    case 'FAILED_AT_FI':
      return { title: t('step.failed-fi'), text: t('step.failed-fi.text', receiver) };
    case 'PENDING':
    case null:
      return wordsOfStatus(t, status, direction, banks, isReturn);
    default:
      return undefined;
  }
}

function wordsOfStatus(t: Texts, status: string, direction: Direction, banks: Banks, isReturn: boolean) {
  const sender = { bank: banks.sender };
  if (status === 'SUCCESS' && isReturn) return { title: t('step.returned'), text: t('step.returned.text') };
  if (status === 'SUCCESS') return { title: t('step.posted'), text: t('step.posted.text') };
  if (status === 'FAILED') return { title: t('step.failed'), text: t('step.failed.text') };
  if (status === 'REJECTED') return { title: t('step.rejected'), text: t('step.rejected.text') };
  if (status !== 'PENDING') return undefined;
  return direction === 'in'
    ? { title: t('step.arriving', sender), text: t('step.arriving.text') }
    : { title: t('step.sent', sender), text: t('step.sent.text') };
}

const toneOf = (states: States, event: Event): Tone =>
  (event.businessStatus === null ? states.status(event.status) : states.business(event.businessStatus)).tone;

/** What is past is done, whatever it was then; a failure stays one. */
const pastTone = (tone: Tone): Tone => (tone === 'progress' || tone === 'warning' ? 'success' : tone);

/** The step that a transaction still waits for: stated, not offered. */
function nextStep(t: Texts, last: Event | undefined): TimelineStep[] {
  if (last?.businessStatus === 'RECEIVED_AT_FI')
    return [{ tone: 'neutral', title: t('step.next-decided'), text: t('step.next-decided.text') }];
  if (last?.status === 'PENDING')
    return [{ tone: 'neutral', title: t('step.next-confirmed'), text: t('step.next-confirmed.text') }];
  return [];
}

/** The states of a transaction in the order they came, and what comes next. */
export function stepsOf(
  t: Texts,
  states: States,
  it: TransactionDetail,
  direction: Direction,
): TimelineStep[] {
  const banks = {
    sender: it.sourceBankName ?? t('bank.sender'),
    receiver: it.destinationBankName ?? t('bank.receiver'),
  };
  // A posting that only gives the pair's money back (decisions section 7); an exchange has pairs too.
  const isReturn = it.pairedTrxHash !== null && it.currencyExchangeRate === null;
  const steps = it.events.map((event, index): TimelineStep => {
    const words = wordsOf(t, event, direction, banks, isReturn);
    const tone = toneOf(states, event);
    const code = event.businessStatus ?? event.status;
    return {
      tone: index < it.events.length - 1 ? pastTone(tone) : tone,
      title: words?.title ?? code,
      time: event.time,
      text: words?.text,
      code: words === undefined ? undefined : code,
    };
  });
  return [...steps, ...nextStep(t, it.events.at(-1))];
}
