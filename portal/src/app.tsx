import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { LanguageProvider } from './i18n/language-provider.tsx';
import { createPortalRouter } from './router.tsx';
import { theme } from './theme/theme.ts';
import { createThemeManager } from './theme/use-theme-choice.ts';
import { messagePlace } from './ui/message-place.ts';
import { useMessages } from './ui/messages.ts';

const MessageHost = lazy(() => import('./ui/message-host.tsx'));

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
        <Messages />
      </LanguageProvider>
    </MantineProvider>
  );
}

/** Toasts and the error dialog; their code comes with the first of them. */
function Messages() {
  const { toasts, error } = useMessages();
  const isNeeded = toasts.length > 0 || error !== undefined;
  // Each toast is read out by itself, not all of them with every new one.
  return createPortal(
    <div role="status" aria-atomic="false">
      {isNeeded && (
        <Suspense fallback={null}>
          <MessageHost />
        </Suspense>
      )}
    </div>,
    messagePlace(),
  );
}
