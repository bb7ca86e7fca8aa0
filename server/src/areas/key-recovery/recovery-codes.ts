import type { CodeDelivery } from '../../jobs/codes.ts';
import type { Customer } from '../customers/customers.public.ts';
import { codePurpose } from './requests.store.ts';

/** Who types the code: the staff whom the customer tells it, or the customer in the app who asked there. */
export type EnteredBy = 'staff' | 'customer';

/** The code that proves that whoever asks still has the account's contact. It is not known which language they read. */
export const recoveryCode = (
  { primary_contact, account_id }: Customer,
  { bank, enteredBy }: { bank: string; enteredBy: EnteredBy },
): CodeDelivery => ({
  contact: primary_contact,
  purpose: codePurpose,
  text: ({ code, minutes }) => ({
    subject: `${bank}: code ${code}`,
    text: texts[enteredBy]({ bank, code, minutes, accountId: account_id }).join('\n'),
  }),
});

type Told = { bank: string; code: string; minutes: number; accountId: string };

const texts: Readonly<Record<EnteredBy, (it: Told) => readonly [string, string]>> = {
  staff: ({ bank, code, minutes }) => [
    `${bank}: ${code} is the code to recover the key of your account. Good for ${minutes} minutes. Tell it to nobody but our staff, and only if you asked for it.`,
    `${bank}៖ ${code} ជាលេខកូដសម្រាប់ស្តារសោនៃគណនីរបស់អ្នក។ ប្រើបាន ${minutes} នាទី។ សូមប្រាប់តែបុគ្គលិកធនាគារប៉ុណ្ណោះ ហើយតែពេលអ្នកជាអ្នកស្នើ។`,
  ],
  customer: ({ bank, code, minutes, accountId }) => [
    `${bank}: ${code} is the code to recover the key of account ${accountId}. Enter it in our app within ${minutes} minutes and tell it to nobody. If it was not you who asked, tell the bank at once.`,
    `${bank}៖ ${code} ជាលេខកូដសម្រាប់ស្តារសោនៃគណនី ${accountId}។ សូមបញ្ចូលក្នុងកម្មវិធីក្នុងរយៈពេល ${minutes} នាទី ហើយកុំប្រាប់នរណា។ បើមិនមែនអ្នកស្នើទេ សូមប្រាប់ធនាគារភ្លាម។`,
  ],
};
