import { useQuery } from '@tanstack/react-query';
import { type TransactionDetail, transactionProof } from '@tonle/contract/transactions';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { formatCount } from '../../i18n/time.ts';
import { Card } from '../../ui/card.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { RawCode, StatusBadge } from '../../ui/status.tsx';
import { Copyable, shortHash } from '../../ui/values.tsx';
import { checkSealing, type Sealing } from './proof.ts';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

/** Browsers give the means to check to pages of a safe origin alone. */
const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** "Sealed in block N": the inclusion proof, fetched and checked here, whatever the server says of it. */
export function ProofCard({ transaction }: { transaction: TransactionDetail }) {
  const t = useTransactionsTexts();
  const input = { params: { transactionHash: transaction.transactionHash } };
  const query = useQuery({
    queryKey: [...keyOf(transactionProof, input), 'checked'],
    queryFn: async ({ signal }) =>
      checkSealing(transaction, await call(transactionProof, input, { signal, background: true })),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: canCheck(),
  });
  return (
    <Card title={t('section.proof')}>
      {/* The outcome is read out, not all that stands below it. */}
      <div role="status">
        {query.data ? (
          <Outcome sealing={query.data} />
        ) : (
          !query.error && (
            <p className="tn-muted">{t(canCheck() ? 'proof.checking' : 'proof.unsafe-origin')}</p>
          )
        )}
      </div>
      {query.data ? (
        <Result sealing={query.data} />
      ) : (
        query.error && (
          <div role="alert">
            <FailedState
              compact
              error={query.error}
              title={t('proof.not-loaded')}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          </div>
        )
      )}
    </Card>
  );
}

function Outcome({ sealing }: { sealing: Sealing }) {
  const t = useTransactionsTexts();
  return sealing.holds ? (
    <StatusBadge
      tone="success"
      label={t('proof.sealed', { block: formatCount(Number(sealing.blockHeight)) })}
    />
  ) : (
    <StatusBadge tone="failure" label={t('proof.fails')} code={sealing.fault} />
  );
}

function Result({ sealing }: { sealing: Sealing }) {
  const t = useTransactionsTexts();
  if (!sealing.holds) {
    return (
      <p className={styles.proofText}>
        {t('proof.fails.text')} <RawCode code={sealing.fault} />
      </p>
    );
  }
  return (
    <>
      <p className={styles.proofText}>{t('proof.sealed.text')}</p>
      <FieldRows
        variant="compact"
        rows={[
          {
            label: t('proof.block-hash'),
            value: (
              <Copyable
                value={sealing.blockHash}
                name={t('proof.block-hash')}
                text={<span title={sealing.blockHash}>{shortHash(sealing.blockHash)}</span>}
              />
            ),
          },
          { label: t('proof.record'), value: formatCount(Number(sealing.seq)) },
        ]}
      />
    </>
  );
}
