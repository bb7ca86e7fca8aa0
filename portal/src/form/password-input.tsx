import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';

const RevealIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />;

/** A password, with the eye that shows it. Paste and password managers work. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useShellTexts();
  return (
    <MantinePasswordInput
      visibilityToggleIcon={RevealIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0, 'aria-hidden': false }}
      {...props}
    />
  );
}
