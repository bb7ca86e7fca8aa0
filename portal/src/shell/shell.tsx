import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createQueryClient } from '../api/query.ts';
import { useEventStream } from '../events/live.ts';
import { useOutdatedCustomers } from '../events/use-outdated.ts';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { today } from '../i18n/time.ts';
import { getConfig } from '../session/config.ts';
import { usePreference } from '../session/preferences.ts';
import { getSession, onSession, useSession, useSessionMaybe } from '../session/session.ts';
// Behind the sign-in the messages are at hand, so that an error can be shown although the server is away.
import '../ui/message-host.tsx';
import { Modal } from '../ui/modal.tsx';
import { openLoaded } from '../ui/open-loaded.ts';
import { Header } from './header.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { useShellKeys } from './keys.ts';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { fetchAhead, loadPart } from './stale-chunk.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(loadPalette);
const loadKeys = () => import('./keys-dialog.tsx');
const KeysDialog = lazy(loadKeys);
const loadKeptFocus = loadPart(() => import('./kept-focus.ts'));

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

function SignedInShell() {
  const t = useShellTexts();
  useEventStream(useSession().token);
  useOutdatedCustomers();
  useKeptFocus();
  const [narrow, setNarrow] = usePreference('menu.narrow', false);
  const [drawer, setDrawer] = useState(false);
  const [overlay, setOverlay] = useState<'palette' | 'keys'>();
  const closeOverlay = () => setOverlay(undefined);
  const openPalette = openLoaded(loadPalette, () => setOverlay('palette'));
  useShellKeys({ onPalette: openPalette, onHelp: openLoaded(loadKeys, () => setOverlay('keys')) });
  return (
    <div className={`${styles.frame} ${narrow ? styles.collapsed : ''}`}>
      <a href="#content" className={styles.skip}>
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
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={closeOverlay} />}
        {overlay === 'keys' && <KeysDialog onClose={closeOverlay} />}
      </Suspense>
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

/** Loads with the first key or press: what has the focus is not taken away before. */
function useKeptFocus(): void {
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    // Where it cannot be loaded, the next key or press asks for it again.
    const begin = () => void loadKeptFocus().then(({ keepFocus }) => keepFocus(signal), listen);
    const listen = () => {
      // Assistive technology may press without a pointer.
      for (const type of ['keydown', 'pointerdown', 'click'])
        document.addEventListener(type, begin, { once: true, signal });
    };
    listen();
    return () => over.abort();
  }, []);
}
