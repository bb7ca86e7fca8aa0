import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { type Unfolding, withKey } from './column.ts';

type UnfoldButtonProps = { id: string; label: string; unfolding: Unfolding<unknown> };

/** Opens and closes what a row unfolds to. */
export function UnfoldButton({ id, label, unfolding }: UnfoldButtonProps) {
  const t = useShellTexts();
  const isOpen = unfolding.open.has(id);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      size={28}
      aria-expanded={isOpen}
      aria-label={t('table.details', { name: label })}
      onClick={() => unfolding.onChange(withKey(unfolding.open, id, !isOpen))}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  );
}
