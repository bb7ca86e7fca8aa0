import { useShellTexts } from '../i18n/shell-texts.ts';
import { PlainPage } from './plain-page.tsx';

/** /404, with the specification's words. */
export default function LostPage() {
  const t = useShellTexts();
  return <PlainPage number="404" title={t('lost.title')} text={t('lost.text')} />;
}
