import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { createQueryClient } from '../api/query.ts';
import { useEventStream } from '../events/live.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { today } from '../i18n/time.ts';
import { getConfig } from '../session/config.ts';
import { usePreference } from '../session/preferences.ts';
import { getSession, onSession, useSession, useSessionMaybe } from '../session/session.ts';
// Behind the sign-in the messages are at hand, so that an error can be shown although the server is away.
import '../ui/message-host.tsx';
import { fetchAhead } from '../ui/load-part.ts';
import { Modal } from '../ui/modal.tsx';
import { openLoaded } from '../ui/open-loaded.ts';
import { PrintStamp } from '../ui/print-stamp.tsx';
import { Header } from './header.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { keepFocus } from './kept-focus.ts';
import { useShellKeys } from './keys.ts';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const loadPalette = () => import('./palette.tsx');
const loadKeys = () => import('./keys-dialog.tsx');

/** What every page behind the sign-in stands in. Gone the moment the session is. */
export default function Shell() {
  const [queryClient] = useState(createQueryClient);
  // Nothing of one user's answers is there for the next.
  useEffect(() => {
    let token = getSession()?.token;
    return onSession(() => {
      const next = getSession()?.token;
      if (next !== token) queryClient.clear();
      token = next;
    });
  }, [queryClient]);
  if (!useSessionMaybe()) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <SignedInShell />
    </QueryClientProvider>
  );
}

/** Without an entry of the browser's history, which Back would lead to and the router not know. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function SignedInShell() {
  const t = useShellTexts();
  useEventStream(useSession().token);
  useEffect(keepFocus, []);
  const [narrow, setNarrow] = usePreference('menu.narrow', false);
  const [drawer, setDrawer] = useState(false);
  const [Overlay, setOverlay] = useState<ComponentType<{ onClose: () => void }>>();
  const show = (it: { default: ComponentType<{ onClose: () => void }> }) => setOverlay(() => it.default);
  const openPalette = openLoaded(loadPalette, show);
  useShellKeys({ onPalette: openPalette, onHelp: openLoaded(loadKeys, show) });
  return (
    <div className={`${styles.frame} ${narrow ? styles.collapsed : ''}`}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place of the page; only its way there is the portal's. */}
      <a href="#content" className={styles.skip} onClick={skipToContent}>
        {t('skip-to-content')}
      </a>
      <div className={styles.side}>
        <Sidebar narrow={narrow} onToggle={() => setNarrow(!narrow)} />
      </div>
      <div className={styles.body}>
        <Header
          onMenu={() => setDrawer(true)}
          onPalette={openPalette}
          onPaletteNear={fetchAhead(loadPalette)}
        />
        <main id="content" className={styles.main} tabIndex={-1}>
          <OfflineBanner />
          <PrintStamp />
          <Outlet />
        </main>
        <Footer />
      </div>
      <Modal
        opened={drawer}
        onClose={() => setDrawer(false)}
        width={280}
        position="left"
        label={t('menu.label')}
      >
        <Sidebar onNavigate={() => setDrawer(false)} />
      </Modal>
      <IdleGuard />
      {Overlay && <Overlay onClose={() => setOverlay(undefined)} />}
    </div>
  );
}

function Footer() {
  const t = useShellTexts();
  const { user } = useSession();
  const { supportContact, version } = getConfig();
  return (
    <footer className={styles.footer}>
      <span>
        {t('footer.copyright', { year: today().slice(0, 4), bank: user.bankName })}
        {supportContact !== '' && (
          <>
            {' · '}
            {supportContact.includes('@') ? (
              <a href={`mailto:${supportContact}`}>{supportContact}</a>
            ) : (
              supportContact
            )}
          </>
        )}
      </span>
      <span>{t('footer.version', { version })}</span>
    </footer>
  );
}
