import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useThemeChoice } from '../theme/use-theme-choice.ts';
import { Segments } from '../ui/segments.tsx';

/** Light, dark, or as the system. */
export function ThemeSwitch() {
  const t = useShellTexts();
  const [choice, setChoice] = useThemeChoice();
  return (
    <Segments
      label={t('theme.label')}
      value={choice}
      onChange={setChoice}
      choices={[
        { value: 'light', name: t('theme.light'), label: <IconSun size={16} stroke={1.6} /> },
        { value: 'dark', name: t('theme.dark'), label: <IconMoon size={16} stroke={1.6} /> },
        { value: 'auto', name: t('theme.auto'), label: <IconDeviceDesktop size={16} stroke={1.6} /> },
      ]}
    />
  );
}
