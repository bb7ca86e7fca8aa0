import { type MantineColorSchemeManager, useMantineColorScheme } from '@mantine/core';

/** Light, dark, or what the system says; kept for this browser and read by `first-paint.js` too. */
export const themeChoices = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'tonle.theme';
const isChoice = (it: string | null): it is ThemeChoice =>
  (themeChoices as readonly (string | null)[]).includes(it);

/** Keeps Mantine's colour scheme in storage and follows the other tabs. */
export function createThemeManager(): MantineColorSchemeManager {
  let listen: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => {
      const stored = localStorage.getItem(storageKey);
      return isChoice(stored) ? stored : fallback;
    },
    set: (value) => localStorage.setItem(storageKey, value),
    subscribe: (onUpdate) => {
      listen = (event) => {
        if (event.key === storageKey) onUpdate(isChoice(event.newValue) ? event.newValue : 'auto');
      };
      window.addEventListener('storage', listen);
    },
    unsubscribe: () => {
      if (listen) window.removeEventListener('storage', listen);
    },
    clear: () => localStorage.removeItem(storageKey),
  };
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  // Otherwise Mantine stops transitions by an inline style, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}
