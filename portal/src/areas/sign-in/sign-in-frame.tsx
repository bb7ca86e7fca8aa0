import { IconBook, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { today } from '../../i18n/time.ts';
import { getConfig } from '../../session/config.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';
import { BankMark, ProductMark } from '../../shell/marks.tsx';
import { ThemeSwitch } from '../../shell/theme-switch.tsx';
import { useHelp } from '../../shell/use-help.ts';
import { knownBank } from './known-bank.ts';
import styles from './login-page.module.css';
import { RiverArt } from './river-art.tsx';
import { useSignInTexts } from './sign-in-texts.ts';

type SignInFrameProps = { title: string; sentence: string; children: ReactNode; aside?: ReactNode };

/** What the pages before the session stand in: the bank on the left, the river on the right. */
export function SignInFrame({ title, sentence, children, aside }: SignInFrameProps) {
  const t = useSignInTexts();
  const { version, demo } = getConfig();
  const bank = knownBank(demo);
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
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.sentence}>{sentence}</p>
          {children}
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
        {aside}
      </aside>
    </div>
  );
}

/** Manual and support. A contact that is no e-mail address is shown as it is. */
function Links() {
  const t = useSignInTexts();
  const help = useHelp();
  const { supportContact } = getConfig();
  return (
    <div className={styles.links}>
      <a href={help} target="_blank" rel="noreferrer">
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
