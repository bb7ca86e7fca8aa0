import type { MessageText } from '../../jobs/outbox.ts';

interface Reader {
  readonly firstName: string;
  readonly lastName: string;
}

const nameOf = ({ firstName, lastName }: Reader): string => `${firstName} ${lastName}`;

/** It is not known which language somebody reads, so mails say it in both. */
const inBoth = (english: readonly string[], khmer: readonly string[]): string =>
  [...english, '', '—', '', ...khmer, ''].join('\n');

export const oneTimePasswordMail = (
  reader: Reader,
  it: { password: string; minutes: number; publicUrl: string },
): MessageText => ({
  subject: 'Tonle: your one-time password / ពាក្យសម្ងាត់ប្រើតែម្តង',
  text: inBoth(
    [
      `Dear ${nameOf(reader)},`,
      '',
      'A new password was asked for your account. Sign in with this one-time password, then choose a password of your own:',
      '',
      `    ${it.password}`,
      '',
      `It can be used for ${it.minutes} minutes, at ${it.publicUrl}/login`,
      '',
      'If it was not you who asked, do nothing: your password stays as it is. Tell your access manager if this happens again.',
    ],
    [
      `សូមគោរព ${nameOf(reader)}`,
      '',
      'មានការស្នើសុំពាក្យសម្ងាត់ថ្មីសម្រាប់គណនីរបស់អ្នក។ សូមចូលប្រើដោយពាក្យសម្ងាត់ប្រើតែម្តងនេះ រួចជ្រើសរើសពាក្យសម្ងាត់ផ្ទាល់ខ្លួន៖',
      '',
      `    ${it.password}`,
      '',
      `វាអាចប្រើបានក្នុងរយៈពេល ${it.minutes} នាទី នៅ ${it.publicUrl}/login`,
      '',
      'បើមិនមែនអ្នកជាអ្នកស្នើទេ មិនចាំបាច់ធ្វើអ្វីឡើយ៖ ពាក្យសម្ងាត់របស់អ្នកនៅដដែល។ បើកើតឡើងម្តងទៀត សូមប្រាប់អ្នកគ្រប់គ្រងសិទ្ធិ។',
    ],
  ),
});

export const lockMail = (reader: Reader, it: { failures: number; minutes: number }): MessageText => ({
  subject: 'Tonle: your account is locked / គណនីរបស់អ្នកត្រូវបានចាក់សោ',
  text: inBoth(
    [
      `Dear ${nameOf(reader)},`,
      '',
      `After ${it.failures} wrong passwords your account is locked for ${it.minutes} minutes. An access manager can unlock it at once.`,
      '',
      'If it was not you who tried, tell your access manager.',
    ],
    [
      `សូមគោរព ${nameOf(reader)}`,
      '',
      `បន្ទាប់ពីពាក្យសម្ងាត់ខុស ${it.failures} ដង គណនីរបស់អ្នកត្រូវបានចាក់សោរយៈពេល ${it.minutes} នាទី។ អ្នកគ្រប់គ្រងសិទ្ធិអាចដោះសោបានភ្លាម។`,
      '',
      'បើមិនមែនអ្នកជាអ្នកសាកល្បងទេ សូមប្រាប់អ្នកគ្រប់គ្រងសិទ្ធិ។',
    ],
  ),
});

export const welcomeMail = (
  reader: Reader,
  it: { login: string; password: string; minutes: number; publicUrl: string },
): MessageText => ({
  subject: 'Tonle: your account / គណនីរបស់អ្នក',
  text: inBoth(
    [
      `Dear ${nameOf(reader)},`,
      '',
      `An account was created for you. Your user name is ${it.login}. Sign in with this one-time password, then choose a password of your own:`,
      '',
      `    ${it.password}`,
      '',
      `It can be used for ${it.minutes} minutes, at ${it.publicUrl}/login`,
      '',
      'If that time has passed, choose “Forgot password” on the sign-in page to get another one.',
    ],
    [
      `សូមគោរព ${nameOf(reader)}`,
      '',
      `គណនីមួយត្រូវបានបង្កើតសម្រាប់អ្នក។ ឈ្មោះអ្នកប្រើរបស់អ្នកគឺ ${it.login}។ សូមចូលប្រើដោយពាក្យសម្ងាត់ប្រើតែម្តងនេះ រួចជ្រើសរើសពាក្យសម្ងាត់ផ្ទាល់ខ្លួន៖`,
      '',
      `    ${it.password}`,
      '',
      `វាអាចប្រើបានក្នុងរយៈពេល ${it.minutes} នាទី នៅ ${it.publicUrl}/login`,
      '',
      'បើហួសពេលនេះ សូមជ្រើស “ភ្លេចពាក្យសម្ងាត់” នៅទំព័រចូលប្រើ ដើម្បីទទួលបានពាក្យសម្ងាត់ថ្មី។',
    ],
  ),
});
