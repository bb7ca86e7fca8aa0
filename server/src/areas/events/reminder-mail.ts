import type { WaitingKind } from '@tonle/contract/events';
import { recoveryHours, recoveryPatienceHours } from '@tonle/contract/key-recovery-states';
import type { MessageText } from '../../jobs/outbox.ts';

export interface Overdue {
  readonly kind: WaitingKind;
  readonly count: number;
  /** How many of the kind wait, those that are not overdue yet included. */
  readonly waiting: number;
  /** Where they are worked off. */
  readonly address: string;
}

const names: Readonly<Record<WaitingKind, { en: string; km: string }>> = {
  deposits: { en: 'Deposits to decide on', km: 'ប្រាក់បញ្ញើដែលរង់ចាំការសម្រេច' },
  'verification.mobile': { en: 'Verification of mobile users', km: 'ការផ្ទៀងផ្ទាត់អ្នកប្រើទូរសព្ទ' },
  'verification.desktop': { en: 'Verification of desktop users', km: 'ការផ្ទៀងផ្ទាត់អ្នកប្រើកុំព្យូទ័រ' },
  'verification.web': { en: 'Verification of web users', km: 'ការផ្ទៀងផ្ទាត់អ្នកប្រើគេហទំព័រ' },
  'contact-changes.verify': {
    en: 'Contact changes whose code is not entered',
    km: 'សំណើប្តូរទំនាក់ទំនងដែលមិនទាន់បញ្ចូលលេខកូដ',
  },
  'contact-changes.authorize': {
    en: 'Contact changes to approve',
    km: 'សំណើប្តូរទំនាក់ទំនងដែលរង់ចាំការអនុម័ត',
  },
  'key-recovery.request': {
    en: 'Key recoveries to go on with',
    km: 'សំណើស្តារសោដែលត្រូវបន្ត',
  },
  'key-recovery.authorize': { en: 'Key recoveries to approve', km: 'សំណើស្តារសោដែលរង់ចាំការអនុម័ត' },
};

const countOf = ({ count, waiting }: Overdue): { en: string; km: string } =>
  count === waiting
    ? { en: `${count}`, km: `${count}` }
    : { en: `${count} of ${waiting}`, km: `${count} ក្នុងចំណោម ${waiting}` };

/** It is not known which language somebody reads, so mails say it in both. */
export function reminderMail(
  reader: { firstName: string; lastName: string },
  overdue: readonly Overdue[],
  hours: number,
): MessageText {
  const lines = (language: 'en' | 'km') =>
    overdue.map((it) => `    ${names[it.kind][language]}: ${countOf(it)[language]}  ${it.address}`);
  const patience = Math.min(hours, recoveryPatienceHours);
  const name = `${reader.firstName} ${reader.lastName}`;
  return {
    subject: 'Tonle: requests are waiting / មានសំណើកំពុងរង់ចាំ',
    text: [
      `Dear ${name},`,
      '',
      'These have waited longer than they should:',
      '',
      ...lines('en'),
      '',
      `No request should wait longer than ${hours} hours; a key recovery, which fails ${recoveryHours} hours after it was begun, no longer than ${patience}.`,
      '',
      '—',
      '',
      `សូមគោរព ${name}`,
      '',
      'សំណើខាងក្រោមបានរង់ចាំយូរហួសកំណត់៖',
      '',
      ...lines('km'),
      '',
      `សំណើមិនគួររង់ចាំលើសពី ${hours} ម៉ោងទេ។ សំណើស្តារសោដែលបរាជ័យដោយខ្លួនឯង ${recoveryHours} ម៉ោងក្រោយចាប់ផ្តើម មិនគួររង់ចាំលើសពី ${patience} ម៉ោងទេ។`,
      '',
    ].join('\n'),
  };
}
