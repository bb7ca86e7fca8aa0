import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { LanguageProvider } from './i18n/language-provider.tsx';
import { createPortalRouter } from './router.tsx';
import { theme } from './theme/theme.ts';
import { createThemeManager } from './theme/use-theme-choice.ts';
import { MessageHost } from './ui/message-host.tsx';

const themeManager = createThemeManager();

/** Everything that any page stands in. */
export function App() {
  const [router] = useState(createPortalRouter);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={themeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <LanguageProvider>
        <RouterProvider router={router} />
        <MessageHost />
      </LanguageProvider>
    </MantineProvider>
  );
}
