import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';

const RevealIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />;

/** A password, with the eye that shows it. Paste and password managers work. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useShellTexts();
  const ownId = useId();
  const { id = ownId, description, error } = props;
  // Mantine ties help and fault to its other inputs, but not to this one.
  const about = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <MantinePasswordInput
      id={id}
      aria-invalid={Boolean(error)}
      aria-describedby={about === '' ? undefined : about}
      visibilityToggleIcon={RevealIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0, 'aria-hidden': false }}
      {...props}
    />
  );
}
