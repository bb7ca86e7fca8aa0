import { Button, Loader, TextInput } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { recipientOf } from '@tonle/contract/main-account';
import type { ChangeEvent } from 'react';
import type { Fault } from '../../form/form.ts';
import { useField } from '../../form/use-field.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import { AccountId } from '../../ui/values.tsx';
import type { FoundRecipient } from './find-recipient.ts';
import { useMainAccountTexts } from './main-account-texts.ts';
import styles from './recipient-field.module.css';

type RecipientFieldProps = {
  onCheck: () => void;
  checking: boolean;
  found: FoundRecipient | undefined;
  /** Why the account that was looked up cannot be paid. */
  fault: Fault | undefined;
};

/** Input is lower-cased (1-portal.md section 5), with the caret left where it is. */
function lowerCased(event: ChangeEvent<HTMLInputElement>): string {
  const input = event.currentTarget;
  const lower = input.value.toLowerCase();
  if (lower !== input.value) {
    const { selectionStart, selectionEnd } = input;
    input.value = lower;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return lower;
}

/** Whom to send to, the button that looks the account up, and what it found. */
export function RecipientField({ onCheck, checking, found, fault }: RecipientFieldProps) {
  const t = useMainAccountTexts();
  const messageText = useMessageText();
  const { field, error } = useField('transferTo');
  // Disabled when the field is empty, invalid, or a check is running (1-portal.md section 5).
  const disabled = checking || recipientOf(field.value) === undefined;
  return (
    <div>
      <div className={styles.line}>
        <TextInput
          {...field}
          onChange={(event) => field.onChange(lowerCased(event))}
          label={t('recipient.label')}
          error={error ?? (fault && messageText(fault.message, fault.params))}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <Button
          variant="default"
          size="md"
          className={styles.check}
          disabled={disabled}
          onClick={onCheck}
          leftSection={checking ? <Loader size={16} /> : <IconUserSearch size={16} stroke={1.6} />}
        >
          {t('recipient.check')}
        </Button>
      </div>
      {found && <FoundCard found={found} />}
      <span className="tn-visually-hidden" role="status">
        {checking && t('recipient.checking')}
        {found && t('recipient.found', { name: found.account.name, account: found.account.accountId })}
      </span>
    </div>
  );
}

const knownTypes = ['MOBILE', 'DESKTOP', 'WEB', 'BANK'] as const;

function FoundCard({ found }: { found: FoundRecipient }) {
  const t = useMainAccountTexts();
  const { account } = found;
  const type = knownTypes.find((it) => it === account.accountType);
  const more = [account.bankName, type && t(`type.${type}`)].filter(Boolean);
  return (
    <div className={styles.found}>
      <Avatar name={account.name} size={36} />
      <div className={styles.text}>
        <b>{account.name}</b>
        <span>
          <AccountId id={account.accountId} />
          {more.map((it) => ` · ${it}`)}
        </span>
      </div>
      <Standing found={found} />
    </div>
  );
}

function Standing({ found: { accountStatus, frozen } }: { found: FoundRecipient }) {
  const t = useMainAccountTexts();
  if (accountStatus === 'DELETED')
    return <StatusBadge tone="neutral" label={t('recipient.deleted')} code={accountStatus} />;
  if (accountStatus === 'DEACTIVATED')
    return <StatusBadge tone="neutral" label={t('recipient.deactivated')} code={accountStatus} />;
  if (frozen) return <StatusBadge tone="failure" label={t('recipient.blocked')} code="frozen" />;
  return <StatusBadge tone="success" label={t('recipient.active')} code={accountStatus} />;
}
