import { IconBook, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { today } from '../../i18n/time.ts';
import { useLanguage } from '../../i18n/use-texts.tsx';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { isEnteringHere } from '../../session/leaving.ts';
import { getSession } from '../../session/session.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { BankMark, ProductMark } from '../../shell/marks.tsx';
import { ThemeSwitch } from '../../shell/theme-switch.tsx';
import { useDocumentTitle } from '../../ui/page-header.tsx';
import { knownBank } from './known-bank.ts';
import { LoginForm, type LoginFormHandle } from './login-form.tsx';
import styles from './login-page.module.css';
import { RiverArt } from './river-art.tsx';
import { useSignInTexts } from './sign-in-texts.ts';

const DemoAccounts = lazy(() => import('./demo-accounts.tsx'));

/** The sign-in page: the form, and beside it the river; in demo mode also the demo's users. */
export default function LoginPage() {
  const t = useSignInTexts();
  const form = useRef<LoginFormHandle>(null);
  const { version, demo } = getConfig();
  const bank = knownBank(demo);
  useDocumentTitle(t('title'));
  useWayInside();
  return (
    <div className={styles.page}>
      <main className={styles.left} tabIndex={-1}>
        <header className={styles.top}>
          <span className={styles.product}>
            <ProductMark size={30} />
            Tonle
          </span>
          <span className={styles.switches}>
            <ThemeSwitch />
            <LanguageSwitch />
          </span>
        </header>
        <div className={styles.middle}>
          {bank && (
            <div className={styles.bank}>
              <BankMark size={40} />
              <div>
                <b>{bank.bankName}</b>
                {bank.participantCode !== '' && (
                  <span>{t('participant-code', { code: bank.participantCode })}</span>
                )}
              </div>
            </div>
          )}
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.sentence}>{t('sentence')}</p>
          <LoginForm ref={form} />
          <Links />
        </div>
        <footer className={styles.foot}>
          <span>{version === '' ? '' : t('version', { version })}</span>
          {bank && <span>{t('copyright', { year: today().slice(0, 4), bank: bank.bankName })}</span>}
        </footer>
      </main>
      <aside className={styles.right}>
        <RiverArt />
        <p className={styles.slogan}>{t('slogan')}</p>
        {demo && (
          <Suspense fallback={null}>
            <DemoAccounts onChoose={(login, password) => form.current?.fill(login, password)} />
          </Suspense>
        )}
      </aside>
    </div>
  );
}

/** Manual and support. A contact that is no e-mail address is shown as it is. */
function Links() {
  const t = useSignInTexts();
  const { language } = useLanguage();
  const { supportContact } = getConfig();
  return (
    <div className={styles.links}>
      <a href={paths.manual(language)} target="_blank" rel="noreferrer">
        <IconBook size={18} stroke={1.6} aria-hidden="true" />
        {t('manual')}
      </a>
      {supportContact !== '' && (
        <span>
          <IconMail size={18} stroke={1.6} role="img" aria-label={t('support')} />
          {supportContact.includes('@') ? (
            <a href={`mailto:${supportContact}`}>{supportContact}</a>
          ) : (
            supportContact
          )}
        </span>
      )}
    </div>
  );
}

/**
 * Whoever is signed in has nothing to do here: on opening the page, and when it becomes visible again
 * (1-portal.md section 4), the way leads to the root.
 */
function useWayInside(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const goInside = () => {
      if (document.visibilityState === 'visible' && getSession() && !isEnteringHere())
        void navigate({ to: paths.start, replace: true });
    };
    goInside();
    document.addEventListener('visibilitychange', goInside);
    window.addEventListener('pageshow', goInside);
    return () => {
      document.removeEventListener('visibilitychange', goInside);
      window.removeEventListener('pageshow', goInside);
    };
  }, [navigate]);
}
