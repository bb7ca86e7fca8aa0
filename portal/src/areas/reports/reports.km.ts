import type { TranslationOf } from '../../i18n/message.ts';
import type english from './reports.en.ts';

/** Texts of exports, the download page and statements, Khmer. */
export default {
  export: 'នាំចេញ CSV',
  'export.running': 'កំពុងនាំចេញ…',
  'export.refused': 'មិនអាចនាំចេញបានទេ',
  'export.ready': 'របាយការណ៍រួចរាល់ហើយ',
  'export.saved': 'កំពុងរក្សាទុកក្នុងថតទាញយករបស់អ្នក។',
  'export.asked': 'បានស្នើសុំរបាយការណ៍ហើយ',
  'export.asked.text': 'របាយការណ៍នឹងបង្ហាញនៅទីនេះ ពេលរួចរាល់។',
  'export.too-long': 'ការរៀបចំរបាយការណ៍ប្រើពេលយូរពេក។ សូមព្យាយាមម្ដងទៀតនៅពេលក្រោយ។',
  'export.too-long.text': 'ការរៀបចំនៅតែបន្ត ហើយរបាយការណ៍នឹងមាននៅទំព័រទាញយក។',
  'export.open-downloads': 'បើកទំព័រទាញយក',
  'failed.requesting': 'មិនអាចស្នើសុំរបាយការណ៍បានទេ',
  'failed.processing': 'មិនអាចតាមដានរបាយការណ៍ {id} បានទេ',
  'failed.downloading': 'មិនអាចទាញយករបាយការណ៍ {id} បានទេ',
  'failed.generating': 'មិនអាចរៀបចំរបាយការណ៍ {id} បានទេ',
  'failed.canceling': 'មិនអាចបោះបង់របាយការណ៍ {id} បានទេ',
  'failed.status': 'របាយការណ៍បានបញ្ចប់ដោយស្ថានភាព {status}។',
  'failed.unknown-status': 'ម៉ាស៊ីនមេផ្តល់ស្ថានភាពដែលវិបផតថលមិនស្គាល់៖ {status}។',
} as const satisfies TranslationOf<typeof english>;
