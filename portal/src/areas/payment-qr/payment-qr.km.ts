import type { TranslationOf } from '../../i18n/message.ts';
import type english from './payment-qr.en.ts';

/** The same texts in Khmer. */
export default {
  button: 'បង្កើតកូដ QR',
  title: 'បង្កើតកូដ QR',
  text: 'អ្នកដែលស្កេនវា នឹងបង់ប្រាក់ចូលគណនី {account}។',
  wallet: 'កាបូប',
  'amount.KHR': 'ចំនួនទឹកប្រាក់ជារៀល',
  'amount.USD': 'ចំនួនទឹកប្រាក់ជាដុល្លារអាមេរិក',
  'amount.help': 'ទុកឱ្យទទេ ឬដាក់ 0 ដើម្បីឱ្យអ្នកបង់ជ្រើសរើសចំនួន ហើយកូដអាចប្រើបានច្រើនដង។',
  'bill-number': 'លេខវិក្កយបត្រ',
  description: 'ការពិពណ៌នា',
  'merchant-category': 'លេខកូដប្រភេទអាជីវករ',
  'valid-minutes': 'មានសុពលភាព (នាទី)',
  recipient: 'លេខសម្គាល់អ្នកទទួល',
  generate: 'បង្កើត',
  image: 'កូដ QR សម្រាប់បង់ប្រាក់ទៅ {name}',
  failed: 'ព័ត៌មាននេះវែងពេកសម្រាប់កូដ QR។ សូមបង្រួញលេខវិក្កយបត្រ ឬការពិពណ៌នា។',
  'any-amount': 'អ្នកបង់ជ្រើសរើសចំនួនទឹកប្រាក់',
  expires: 'មានសុពលភាពដល់ {time}',
  static: 'ប្រើបានច្រើនដង',
  change: 'កែប្រែ',
  download: 'ទាញយក PNG',
  'download.svg': 'SVG',
  print: 'បោះពុម្ព',
  close: 'បិទ',
  'code-text': 'អត្ថបទនៃកូដ',
} satisfies TranslationOf<typeof english>;
