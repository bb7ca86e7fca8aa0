import { Button } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { formatPhone } from '@tonle/contract/phone';
import { useEffect, useRef } from 'react';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { useSession } from '../../session/session.ts';
import { Dash } from '../../ui/dash.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountId } from '../../ui/values.tsx';
import styles from './check-page.module.css';
import type { FoundRecipient } from './find-recipient.ts';
import { useMainAccountTexts } from './main-account-texts.ts';
import { type DraftField, sourceOfFundsOf, type TransferDraft } from './transfer-draft.ts';

type CheckPageProps = {
  draft: TransferDraft;
  amountMinor: bigint;
  found: FoundRecipient;
  /** What the account holds in this currency; undefined while it is not known. */
  held: bigint | undefined;
  /** Back to the form, to a field of it where one is to be changed. */
  onBack: (field?: DraftField) => void;
  onSend: () => void;
  /** Why nothing can be sent now; undefined where it can. */
  paused: string | undefined;
};

/** Step two: everything once more, each with its way back (1-portal.md section 4). */
export function CheckPage(props: CheckPageProps) {
  const { draft, amountMinor, found, held, onBack, onSend, paused } = props;
  const { currency } = draft;
  const t = useMainAccountTexts();
  const shell = useShellTexts();
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const source = sourceOfFundsOf(draft);
  const { name, accountId } = found.account;
  const change = (field: DraftField, what: string) => (
    <Button
      variant="subtle"
      size="xs"
      aria-label={t('check.change-what', { what })}
      onClick={() => onBack(field)}
    >
      {t('check.change')}
    </Button>
  );
  const row = (label: string, field: DraftField, value: React.ReactNode) => ({
    label,
    value,
    action: change(field, label),
  });
  return (
    <section className="tn-card" aria-labelledby="check-title">
      <div className={styles.body}>
        <h2 id="check-title" className={styles.title} ref={heading} tabIndex={-1}>
          {t('check.title')}
        </h2>
        <p className={styles.amount}>
          <Money amount={amountMinor} currency={currency} code size="title" />
        </p>
        <p className={styles.to}>
          {t.rich('check.to', { name, account: <AccountId key="account" id={accountId} /> })}
        </p>
        <FieldRows
          variant="tall"
          rows={[
            {
              label: t('check.from'),
              value: (
                <Named name={t('check.main-account', { bank: user.bankName })} accountId={user.accountId} />
              ),
            },
            row(t('recipient'), 'transferTo', <Named name={name} accountId={accountId} />),
            { label: t('check.found-by'), value: <FoundBy found={found} /> },
            row(t('amount'), 'amount', <Money amount={amountMinor} currency={currency} code />),
            row(t('description'), 'description', draft.description.trim() || <Dash />),
            row(t('ext-ref'), 'extRef', draft.extRef.trim() || <Dash />),
            row(
              t('source'),
              'fromName',
              source ? `${source.name}, ${formatPhone(source.phoneNumber)}` : <Dash />,
            ),
            held !== undefined && {
              label: t('side.balance-after'),
              value: <Money amount={held - amountMinor} currency={currency} code />,
            },
          ]}
        />
      </div>
      <div className={styles.bar}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconArrowLeft size={16} stroke={1.6} />}
          onClick={() => onBack()}
        >
          {shell('back')}
        </Button>
        <span className={styles.paused} role="status">
          {paused}
        </span>
        <Button
          size="md"
          leftSection={<IconSend size={16} stroke={1.6} />}
          disabled={paused !== undefined}
          onClick={onSend}
        >
          <span>
            {t.rich('check.send', {
              amount: <Money key="amount" amount={amountMinor} currency={currency} code size="inline" />,
            })}
          </span>
        </Button>
      </div>
    </section>
  );
}

const Named = ({ name, accountId }: { name: string; accountId: string }) => (
  <span className={styles.named}>
    {name}
    <span className={styles.id}>
      <AccountId id={accountId} />
    </span>
  </span>
);

/** What was typed, as people read it. */
const FoundBy = ({ found: { recipient } }: { found: FoundRecipient }) =>
  recipient.kind === 'phone' ? formatPhone(recipient.value) : recipient.value;
