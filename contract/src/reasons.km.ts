import type { ReasonKey } from './reasons.ts';

/** The same texts in Khmer: so few that a page has them in both languages, and says a reason at once. */
export const reasonsKm = {
  'reason.code-exhausted': 'លេខកូដខុសលើកទីប្រាំ',
  'reason.unfinished': 'មិនបានបញ្ចប់ក្នុង {hours} ម៉ោង',
  'reason.network-refused': 'បណ្តាញបានបដិសេធការប្តូរសោ',
  'reason.key-in-use': 'សោថ្មីមានគេប្រើរួចហើយ',
  'reason.contact-change': 'សំណើប្តូរទំនាក់ទំនងចម្បងលេខ {request}',
  'reason.verification': 'សំណើផ្ទៀងផ្ទាត់លេខ {request}',
  'reason.refund': 'ការបង្វិលសងប្រាក់បញ្ញើ',
  'reason.refunded': 'អ្នកទទួលបានបង្វិលសង',
  'reason.returned': 'ប្រាក់បានបង្វិលមកវិញ',
  'refusal.ACCOUNT_NOT_FOUND': 'រកមិនឃើញគណនីសម្រាប់ {account} ទេ',
  'refusal.ACCOUNT_DELETED': 'គណនី {account} ត្រូវបានលុប',
  'refusal.AUTHORIZER_ALREADY': '{account} ជាអ្នកអនុញ្ញាតរួចហើយ',
  'refusal.AUTHORIZER_NOT_THERE': '{account} មិនមែនជាអ្នកអនុញ្ញាតទេ',
  'refusal.AUTHORIZERS_TOO_MANY': 'គណនីមួយអាចមានអ្នកអនុញ្ញាតយ៉ាងច្រើន {max}',
  'refusal.CONTACT_IN_USE': 'មានគណនីដែលប្រើទំនាក់ទំនងចម្បងនេះរួចហើយ',
} as const satisfies Record<ReasonKey, string>;
