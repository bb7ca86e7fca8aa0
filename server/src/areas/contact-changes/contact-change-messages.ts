import { formatPhone } from '@tonle/contract/phone';
import type { MessageText } from '../../jobs/outbox.ts';

/** It is not known which language somebody reads, so they are told in both, in as few words as a text message wants. */
const inBoth = (subject: string, english: string, khmer: string): MessageText => ({
  subject,
  text: `${english}\n${khmer}`,
});

type About = { bank: string; accountId: string };

export const codeText =
  ({ bank, accountId }: About) =>
  ({ code, minutes }: { code: string; minutes: number }): MessageText =>
    inBoth(
      `${bank}: ${code}`,
      `${bank}: ${code} confirms this contact for account ${accountId}, for ${minutes} minutes. Enter it in the app, or give it to the staff you asked.`,
      `${code} ជាលេខកូដបញ្ជាក់ទំនាក់ទំនងនេះសម្រាប់គណនី ${accountId} ក្នុងរយៈពេល ${minutes} នាទី។ សូមបញ្ចូលក្នុងកម្មវិធី ឬប្រាប់បុគ្គលិកដែលអ្នកបានស្នើ។`,
    );

/** The old contact may be in the wrong hands already, so the new one is only hinted at. */
export const askedText = ({ bank, accountId }: About, newContact: string): MessageText =>
  inBoth(
    `${bank}: change of contact asked`,
    `${bank}: somebody asked to change the contact of account ${accountId} to ${hint(newContact)}. If it was not you, tell the bank at once.`,
    `មានគេស្នើប្តូរទំនាក់ទំនងរបស់គណនី ${accountId} ទៅ ${hint(newContact)}។ បើមិនមែនអ្នកទេ សូមប្រាប់ធនាគារភ្លាម។`,
  );

export const changedText = ({ bank, accountId }: About, newContact: string): MessageText =>
  inBoth(
    `${bank}: contact changed`,
    `${bank}: the contact of account ${accountId} is now ${hint(newContact)}. If it was not you, tell the bank at once.`,
    `ទំនាក់ទំនងរបស់គណនី ${accountId} ឥឡូវជា ${hint(newContact)}។ បើមិនមែនអ្នកទេ សូមប្រាប់ធនាគារភ្លាម។`,
  );

function hint(contact: string): string {
  const [local = '', domain] = contact.split('@');
  if (domain !== undefined) return `${local.slice(0, 1)}…@${domain}`;
  return `${formatPhone(contact).slice(0, 7)}…${contact.slice(-2)}`;
}
