import {
  IconArrowRight,
  IconBuilding,
  IconBuildingBank,
  IconDeviceMobile,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatPhone } from '@tonle/contract/phone';
import type { TransactionDetail } from '@tonle/contract/transactions';
import { useId } from 'react';
import { paths } from '../../paths.ts';
import { mayOpenDetail } from '../../session/permitted.ts';
import { useSession } from '../../session/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { RawCode, Tag } from '../../ui/status.tsx';
import { AccountId, Copyable } from '../../ui/values.tsx';
import styles from './transaction-detail.module.css';
import { useTransactionsTexts } from './transactions-texts.ts';

/** One side of a transaction. A person's name is there for a MOBILE wallet alone (1-portal.md section 3). */
export type Party = {
  accountId: string;
  name: string | null;
  bankName: string | null;
  participantCode: string | null;
  phone: string | null;
  bankAccount: string | null;
  walletType: string | null;
};

export const sourceOf = (it: TransactionDetail): Party => ({
  accountId: it.sourceAccountId,
  name: it.sourceName,
  bankName: it.sourceBankName,
  participantCode: it.sourceBankParticipantCode,
  phone: it.sourcePhoneNumber,
  bankAccount: null,
  walletType: it.sourceWalletType,
});

export const destinationOf = (it: TransactionDetail): Party => ({
  accountId: it.destinationAccountId,
  name: it.destinationName,
  bankName: it.destinationBankName,
  participantCode: it.destinationBankParticipantCode,
  phone: it.destinationPhoneNumber,
  bankAccount: it.receiverBankAccount,
  walletType: it.destinationWalletType,
});

const walletIcons: Readonly<Record<string, typeof IconUser>> = {
  MOBILE: IconDeviceMobile,
  DESKTOP: IconBuilding,
  WEB: IconWorld,
  BANK: IconBuildingBank,
};
const walletNames = ['MOBILE', 'DESKTOP', 'WEB', 'BANK'] as const;

/** A wallet type in words, its code after it; an unknown one as its code. */
export function WalletType({ code }: { code: string }) {
  const t = useTransactionsTexts();
  const known = walletNames.find((it) => it === code);
  return known === undefined ? (
    code
  ) : (
    <>
      {t(`wallet.${known}`)}
      <RawCode code={known} />
    </>
  );
}

/** Who paid whom: both sides with all that is known of them. */
export const PartiesCard = ({ transaction }: { transaction: TransactionDetail }) => (
  <div className={`tn-card ${styles.partiesCard}`}>
    <div className={styles.parties}>
      <PartyBlock side="from" party={sourceOf(transaction)} />
      <span className={styles.arrow} aria-hidden="true">
        <IconArrowRight size={16} stroke={1.6} />
      </span>
      <PartyBlock side="to" party={destinationOf(transaction)} />
    </div>
  </div>
);

function PartyBlock({ side, party }: { side: 'from' | 'to'; party: Party }) {
  const t = useTransactionsTexts();
  const id = useId();
  const isMain = party.accountId === useSession().user.accountId;
  const title = party.name ?? (isMain ? t('party.main-account') : undefined);
  const account = <PartyAccount id={party.accountId} />;
  return (
    <section className={styles.party} aria-labelledby={id}>
      <h2 id={id} className={styles.side}>
        {t(side === 'from' ? 'party.from' : 'party.to')}
      </h2>
      <div className={styles.who}>
        <PartyMark party={party} isMain={isMain} />
        <div className={styles.name}>
          {title === undefined ? (
            <span className={styles.only}>{account}</span>
          ) : (
            <>
              <b>{title}</b>
              {account}
            </>
          )}
        </div>
      </div>
      <FieldRows
        variant="compact"
        rows={[
          (party.bankName !== null || party.participantCode !== null) && {
            label: t('party.bank'),
            value: (
              <span className={styles.bank}>
                {party.bankName}
                {party.participantCode !== null && <Tag>{party.participantCode}</Tag>}
              </span>
            ),
          },
          party.phone !== null && { label: t('party.phone'), value: formatPhone(party.phone) },
          party.bankAccount !== null && {
            label: t('party.bank-account'),
            value: <Copyable value={party.bankAccount} name={t('party.bank-account')} />,
          },
          party.walletType !== null && {
            label: t('party.wallet'),
            value: <WalletType code={party.walletType} />,
          },
        ]}
      />
    </section>
  );
}

/** The account, which leads to its details where there are some for this user: those of this bank's accounts. */
function PartyAccount({ id }: { id: string }) {
  const t = useTransactionsTexts();
  const session = useSession();
  const isOwn = id.split('@')[1] === session.user.accountId.split('@')[1];
  if (!isOwn || !mayOpenDetail(session, '/account_detail/{id}')) {
    return <AccountId id={id} copy copyName={t('party.account')} />;
  }
  return (
    <Copyable
      value={id}
      name={t('party.account')}
      text={
        <Link to={paths.accountDetail(id)}>
          <AccountId id={id} />
        </Link>
      }
    />
  );
}

function PartyMark({ party, isMain }: { party: Party; isMain: boolean }) {
  if (isMain)
    return (
      <IconTile tone="primary" size={32}>
        <IconBuildingBank size={18} stroke={1.6} />
      </IconTile>
    );
  if (party.name !== null) return <Avatar name={party.name} size={32} />;
  const Icon = walletIcons[party.walletType ?? ''] ?? IconUser;
  return (
    <IconTile size={32}>
      <Icon size={18} stroke={1.6} />
    </IconTile>
  );
}
