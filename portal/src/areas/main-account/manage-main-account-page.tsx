import { useNavigate } from '@tanstack/react-router';
import type { TransferResult } from '@tonle/contract/main-account';
import { useState } from 'react';
import { UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { useOnline } from '../../shell/use-online.ts';
import { toast } from '../../ui/messages.ts';
import { Money } from '../../ui/money.tsx';
import { DetailColumns, PageHeader } from '../../ui/page-header.tsx';
import { AccountId } from '../../ui/values.tsx';
import { CheckPage } from './check-page.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';
import { type Checks, SidePanel } from './side-panel.tsx';
import { SureDialog } from './sure-dialog.tsx';
import { amountFault, amountOf, isTyped, sourceOfFundsOf } from './transfer-draft.ts';
import { TransferForm } from './transfer-form.tsx';
import { TransferSteps } from './transfer-steps.tsx';
import { UnresolvedBanners } from './unresolved-banners.tsx';
import { crossOut, type Resolution, type Unresolved, useUnresolved } from './unresolved-transfers.ts';
import { useTransfer } from './use-transfer.ts';
import { useTransferPage } from './use-transfer-page.ts';

/** "Transfer from: … Main Account": a form, a page to check it, a last question (1-portal.md section 4). */
export default function ManageMainAccountPage() {
  const t = useMainAccountTexts();
  const { user } = useSession();
  const page = useTransferPage();
  const transfer = useTransfer();
  const announce = useAnnouncement();
  const [sure, setSure] = useState(false);
  // The browser's Back leads out of the question too.
  if (sure && page.step === 'details') setSure(false);
  const [absent, setAbsent] = useState<readonly Unresolved[]>([]);
  const { draft, balance, recipient } = page;
  const amountMinor = amountOf(draft);
  // While it is not known whether the money has left, no balance after it can be told.
  const isOpen = useUnresolved().some((it) => it.key === page.confirmedKey);
  const paused = usePaused(page, isOpen && transfer.sendingKey === undefined);

  const posted = (it: Unresolved, result: TransferResult) => {
    announce(it, result);
    void transfer.refresh();
  };
  const confirm = async () => {
    if (!recipient.good) return;
    const sent = await transfer.send(draft, recipient.good, page.setConfirmedKey);
    if (!sent) return;
    setSure(false);
    if (sent.outcome === 'LOST') return;
    page.setConfirmedKey(undefined);
    if (sent.outcome === 'REFUSED') return page.refused(sent.error);
    posted(sent.noted, sent.transfer);
    page.clear();
  };
  const resolved = (it: Unresolved, resolution: Resolution) => {
    crossOut(user.login, it.key);
    const isThis = it.key === page.confirmedKey;
    if (resolution.outcome === 'ABSENT') {
      setAbsent([...absent, it]);
      if (isThis) page.setConfirmedKey(undefined);
      return;
    }
    posted(it, resolution.transfer);
    if (isThis) page.clear();
  };

  return (
    <>
      <PageHeader
        title={t('transfer.title', { bank: user.bankName })}
        sentence={t('transfer.sentence')}
        actions={<TransferSteps step={page.step} />}
      />
      <UnresolvedBanners
        sendingKey={transfer.sendingKey}
        onResolved={resolved}
        absent={absent}
        onClose={(it) => setAbsent(absent.filter((other) => other !== it))}
      />
      <DetailColumns
        main={
          page.step === 'check' && recipient.good && amountMinor !== undefined ? (
            <>
              <CheckPage
                draft={draft}
                amountMinor={amountMinor}
                found={recipient.good}
                held={isOpen ? undefined : balance.amounts?.[draft.currency]}
                onBack={page.edit}
                onSend={() => setSure(true)}
                paused={paused}
              />
              <SureDialog
                opened={sure}
                amountMinor={amountMinor}
                currency={draft.currency}
                name={recipient.good.account.name}
                accountId={recipient.good.account.accountId}
                ready={paused === undefined}
                running={transfer.sendingKey !== undefined}
                onCancel={() => setSure(false)}
                onConfirm={() => void confirm()}
              />
            </>
          ) : (
            <TransferForm
              form={page.form}
              balance={balance}
              recipient={recipient}
              onClear={page.clear}
              onContinue={page.proceed}
            />
          )
        }
        side={
          <SidePanel
            balance={balance}
            currency={draft.currency}
            amountMinor={isOpen ? undefined : amountMinor}
            checks={checksOf(page, amountMinor)}
          />
        }
      />
      <UnsavedGuard when={isTyped(draft)} sending={transfer.sendingKey !== undefined} />
    </>
  );
}

type TransferPage = ReturnType<typeof useTransferPage>;

/** What "Checked for you" says. */
function checksOf({ draft, balance, recipient }: TransferPage, amountMinor: bigint | undefined): Checks {
  const held = balance.amounts?.[draft.currency];
  const isFraction = amountFault(draft, undefined)?.endsWith('-fraction') ?? false;
  const isSourceGiven = draft.fromName.trim() !== '' || draft.fromPhone !== '';
  return {
    recipient: recipient.good ? 'good' : recipient.fault ? 'bad' : 'open',
    amount: amountMinor === undefined || held === undefined ? 'open' : amountMinor <= held ? 'good' : 'bad',
    decimals: isFraction ? 'bad' : amountMinor === undefined ? 'open' : 'good',
    source: isSourceGiven ? (sourceOfFundsOf(draft) ? 'good' : 'open') : undefined,
  };
}

/** Why nothing can be sent now: no connection, an answer still missing, or a balance that has fallen meanwhile. */
function usePaused({ draft, balance }: TransferPage, isAsked: boolean): string | undefined {
  const t = useMainAccountTexts();
  const online = useOnline();
  const messageText = useMessageText();
  if (!online) return t('check.paused');
  if (isAsked) return t('checking.title');
  const fault = amountFault(draft, balance.amounts);
  return fault === undefined ? undefined : messageText(fault);
}

/** "Money is being transferred": with the way to the transaction, for whoever may see it. */
function useAnnouncement() {
  const session = useSession();
  const navigate = useNavigate();
  return (it: Unresolved, { fiTransactionId }: TransferResult) => {
    const to = paths.transaction('outgoing', session.user.accountId, fiTransactionId);
    // Elements of their own, not texts: a switch of language turns them too.
    const id = toast.success(<SentText text="sent.title" />, {
      text: <SentDetails it={it} />,
      action: mayOpenPage(session, 'outgoing-transactions')
        ? {
            label: <SentText text="sent.view" />,
            run: () => {
              toast.close(id);
              void navigate({ to });
            },
          }
        : undefined,
    });
  };
}

const SentText = ({ text }: { text: 'sent.title' | 'sent.view' }) => useMainAccountTexts()(text);

function SentDetails({ it }: { it: Unresolved }) {
  const t = useMainAccountTexts();
  return (
    <>
      {t('sent.text')}
      <br />
      {t.rich('sent.to', {
        amount: <Money key="amount" amount={it.amount} currency={it.currency} code size="inline" />,
        name: it.name,
        account: <AccountId key="account" id={it.accountId} />,
      })}
    </>
  );
}
