import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { statementMonths } from '@tonle/contract/report-states';
import { exportStatement, statementPeriods } from '@tonle/contract/reports';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import { useGoOn } from '../../form/use-go-on.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { paths } from '../../paths.ts';
import { mayOpenPage } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showError, toast } from '../../ui/messages.ts';
import { Segments } from '../../ui/segments.tsx';
import { AccountId } from '../../ui/values.tsx';
import { useReportsTexts } from './reports-texts.ts';
import styles from './statement-dialog.module.css';

type Currency = 'ALL' | 'KHR' | 'USD';

/** The periods as the server offers them, in the reader's words; the specification's until it has answered. */
function usePeriods(): { value: string; label: string }[] {
  const t = useReportsTexts();
  const { language } = useLanguage();
  const options = queryOf(statementPeriods, {});
  const { data } = useQuery({ ...options, queryKey: [...options.queryKey, language] });
  const offered =
    data?.rows ??
    statementMonths.map((value) => ({ value, label: t('statement.months', { months: value }) }));
  return offered.map(({ value, label }) => ({ value: String(value), label }));
}

/** Generate Statement: the currency and how far back. Then it is waited for on the download page. */
export default function StatementDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const t = useReportsTexts();
  const shell = useShellTexts();
  const formId = useId();
  const goOn = useGoOn();
  const session = useSession();
  const periods = usePeriods();
  const [currency, setCurrency] = useState<Currency>('ALL');
  const [period, setPeriod] = useState('1');
  const [running, setRunning] = useState(false);
  const ask = async () => {
    setRunning(true);
    try {
      await call(exportStatement, {
        query: { accountId, periodInMonth: period, currency: currency === 'ALL' ? undefined : currency },
      });
      toast.progress(t('export.asked'), { text: t('export.asked.text') });
      onClose();
      if (mayOpenPage(session, 'download')) void goOn(paths.download);
    } catch (error) {
      setRunning(false);
      showError(error, { title: t('failed.requesting') });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!running) void ask();
  };
  return (
    <Dialog
      opened
      onClose={running ? undefined : onClose}
      icon={<IconFileText size={20} stroke={1.6} />}
      title={t('statement.generate')}
      footer={
        <>
          <Button variant="default" size="md" onClick={onClose} disabled={running}>
            {shell('cancel')}
          </Button>
          <Button type="submit" form={formId} size="md" loading={running} data-autofocus>
            {t('statement.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className={styles.form}>
        <p>{t.rich('statement.sentence', { account: <AccountId id={accountId} /> })}</p>
        <div className={styles.field}>
          <span className={styles.label}>{t('statement.period')}</span>
          <Segments label={t('statement.period')} value={period} choices={periods} onChange={setPeriod} />
        </div>
        <div className={styles.field}>
          <span className={styles.label}>{t('statement.currency')}</span>
          <Segments
            label={t('statement.currency')}
            value={currency}
            choices={[
              { value: 'ALL', label: t('statement.currency.ALL') },
              { value: 'KHR', label: 'KHR' },
              { value: 'USD', label: 'USD' },
            ]}
            onChange={setCurrency}
          />
        </div>
      </form>
    </Dialog>
  );
}
