import { useShellTexts } from '../i18n/shell-texts.ts';
import { PlainPage } from './plain-page.tsx';

/** /500, with the specification's words. */
export default function FaultPage() {
  const t = useShellTexts();
  return <PlainPage number="500" title={t('fault.title')} text={t('fault.text')} />;
}
