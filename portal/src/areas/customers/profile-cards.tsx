import type { CustomerDetail } from '@tonle/contract/customers';
import { formatDay } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { Card } from '../../ui/card.tsx';
import { Dash } from '../../ui/dash.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Money } from '../../ui/money.tsx';
import { RawCode } from '../../ui/status.tsx';
import { AccountId, Copyable, DateTime } from '../../ui/values.tsx';
import { Contact } from './contact.tsx';
import { AccountStanding, KycState } from './customer-states.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import { khmerNameOf } from './names.ts';

type CardProps = { customer: CustomerDetail };

const OrDash = ({ value }: { value: string | null | undefined }) => value || <Dash />;

/** Who the customer is. */
export function ProfileCard({ customer: it }: CardProps) {
  const t = useCustomersTexts();
  const { language } = useLanguage();
  const isPerson = it.accountType === 'MOBILE';
  const khmer = khmerNameOf(it);
  return (
    <Card title={t('section.profile')}>
      <FieldRows
        rows={[
          {
            label: t(isPerson ? 'field.full-name' : 'field.organization'),
            value: <OrDash value={isPerson ? it.fullName : it.organizationName} />,
          },
          { label: t('field.khmer-name'), value: khmer ? <span lang="km">{khmer}</span> : <Dash /> },
          isPerson && {
            label: t('field.birthday'),
            value: it.birthday === null ? <Dash /> : formatDay(it.birthday, language),
          },
          isPerson && { label: t('field.sex'), value: it.sex === null ? <Dash /> : t(`sex.${it.sex}`) },
          isPerson && { label: t('field.nationality'), value: <OrDash value={it.nationality} /> },
          {
            label: t('field.document-id'),
            value:
              it.documentId === null ? (
                <Dash />
              ) : (
                <Copyable value={it.documentId} name={t('field.document-id')} />
              ),
          },
          {
            label: t('field.primary-contact'),
            value: <Contact value={it.primaryContact} copyName={t('field.primary-contact')} />,
          },
          { label: t('field.secondary-contact'), value: <Contact value={it.secondaryContact} /> },
          { label: t('field.address'), value: <OrDash value={it.address} /> },
        ]}
      />
    </Card>
  );
}

/** The customer's account: its kind, how it stands, what is on it and may be paid from it. */
export function AccountCard({ customer: it }: CardProps) {
  const t = useCustomersTexts();
  const limit = (value: string | null, currency: 'KHR' | 'USD') =>
    value === null ? t('field.no-limit') : <Money amount={value} currency={currency} code />;
  return (
    <Card title={t('section.account')}>
      <FieldRows
        rows={[
          {
            label: t('field.account-id'),
            value: <AccountId id={it.accountId} copy copyName={t('field.account-id')} />,
          },
          {
            label: t('field.account-type'),
            value: (
              <>
                {t(`type.${it.accountType}`)}
                <RawCode code={it.accountType} />
              </>
            ),
          },
          { label: t('field.kyc'), value: <KycState status={it.kycStatus} /> },
          { label: t('field.state'), value: <AccountStanding of={it} /> },
          { label: t('field.registered'), value: <DateTime value={it.registeredDate} /> },
          { label: t('field.requested'), value: <DateTime value={it.requestedDate} /> },
          { label: t('field.balance-khr'), value: <Money amount={it.balanceKhr} currency="KHR" code /> },
          { label: t('field.balance-usd'), value: <Money amount={it.balanceUsd} currency="USD" code /> },
          { label: t('field.limit'), value: <OrDash value={it.kycLimitName} /> },
          { label: t('field.limit-khr'), value: limit(it.limits['khr#nbc'].dayLimit, 'KHR') },
          { label: t('field.limit-usd'), value: limit(it.limits['usd#nbc'].dayLimit, 'USD') },
        ]}
      />
    </Card>
  );
}
