import { contactChangeStatuses, contactChangeTone } from '@tonle/contract/contact-change-states';
import type { ContactChange } from '@tonle/contract/contact-changes';
import { formatPhone } from '@tonle/contract/phone';
import type { CodeOption } from '../../table/code-filters.tsx';
import { OverdueMark } from '../../ui/overdue.tsx';
import { StatusBadge } from '../../ui/status.tsx';
import styles from './contact-changes.module.css';
import { useContactChangesTexts } from './contact-changes-texts.ts';

/** The state of a request, and whether somebody should long have done something about it. */
export function ContactChangeStanding({ request }: { request: ContactChange }) {
  const t = useContactChangesTexts();
  const { status, overdue, updatedTime } = request;
  return (
    <span className={styles.state}>
      <StatusBadge tone={contactChangeTone[status]} label={t(`status.${status}`)} code={status} />
      {overdue && <OverdueMark since={updatedTime} />}
    </span>
  );
}

export function useStatusOptions(): CodeOption[] {
  const t = useContactChangesTexts();
  return contactChangeStatuses.map((code) => ({
    code,
    label: t(`status.${code}`),
    tone: contactChangeTone[code],
  }));
}

/** A phone as people read it, or an e-mail address. */
export const shownContact = formatPhone;
