import { useShellTexts } from '../i18n/shell-texts.ts';
import { useLanguage } from '../i18n/use-texts.tsx';
import { Segments } from '../ui/segments.tsx';

const choices = [
  { value: 'en', label: 'EN', name: 'English', lang: 'en' },
  { value: 'km', label: 'ខ្មែរ', name: 'ខ្មែរ', lang: 'km' },
] as const;

/** EN / ខ្មែរ, anywhere, without a reload. */
export function LanguageSwitch() {
  const t = useShellTexts();
  const { language, setLanguage } = useLanguage();
  return <Segments label={t('language.label')} value={language} choices={choices} onChange={setLanguage} />;
}
