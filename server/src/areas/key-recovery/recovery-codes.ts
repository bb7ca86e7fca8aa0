import type { CodeDelivery } from '../../jobs/codes.ts';
import type { Customer } from '../customers/customers.public.ts';
import { codePurpose } from './requests.store.ts';

/** The code that proves that whoever asks still has the account's contact. It is not known which language they read. */
export const recoveryCode = ({ primary_contact }: Customer, bank: string): CodeDelivery => ({
  contact: primary_contact,
  purpose: codePurpose,
  text: ({ code, minutes }) => ({
    subject: `${bank}: code ${code}`,
    text: [
      `${bank}: ${code} is the code to recover the key of your account. Good for ${minutes} minutes. Tell it to nobody but our staff, and only if you asked for it.`,
      `${bank}៖ ${code} ជាលេខកូដសម្រាប់ស្តារសោនៃគណនីរបស់អ្នក។ ប្រើបាន ${minutes} នាទី។ សូមប្រាប់តែបុគ្គលិកធនាគារប៉ុណ្ណោះ ហើយតែពេលអ្នកជាអ្នកស្នើ។`,
    ].join('\n'),
  }),
});
