import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { resetPassword } from '@tonle/contract/sign-in';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { useMessageText } from '../../i18n/use-message-text.ts';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { LightButton } from '../../ui/light-button.tsx';
import { useDocumentTitle } from '../../ui/page-header.tsx';
import { Reference } from '../../ui/reference.tsx';
import { useAccountTexts } from './account-texts.ts';
import styles from './login-page.module.css';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInTexts } from './sign-in-texts.ts';

/** /forgot-password: mails a one-time password to whoever there is under the name; the answer never says which. */
export default function ForgotPasswordPage() {
  const t = useAccountTexts();
  const back = useShellTexts()('back');
  const [sent, setSent] = useState(false);
  useDocumentTitle(t('forgot.title'));
  return (
    <SignInFrame title={t('forgot.title')} sentence={t('forgot.sentence')}>
      {sent && (
        <div className={styles.form}>
          <Banner tone="success" announce title={t('forgot.sent')} />
          <p>{t('forgot.sent.text')}</p>
          {getConfig().demo && <Link to={paths.outbox}>{t('forgot.outbox')}</Link>}
        </div>
      )}
      <ForgotForm onSent={() => setSent(true)} onAgain={() => setSent(false)} />
      <Link to={paths.login} className={styles.back}>
        <IconArrowLeft size={16} stroke={1.6} aria-hidden="true" />
        {back}
      </Link>
    </SignInFrame>
  );
}

type ForgotFormProps = { onSent: () => void; onAgain: () => void };

function ForgotForm({ onSent, onAgain }: ForgotFormProps) {
  const t = useAccountTexts();
  const label = useSignInTexts()('user-name');
  const messageText = useMessageText();
  const name = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [error, setError] = useState<unknown>();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const login = name.current?.value.trim() ?? '';
    setIsMissing(login === '');
    setError(undefined);
    onAgain();
    if (running || login === '') {
      name.current?.focus();
      return;
    }
    setRunning(true);
    try {
      // "auth header cleared first" (1-portal.md section 7)
      await call(resetPassword, { body: { login } }, { token: null });
      onSent();
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <div>
        <label className={`tn-label ${styles.label}`} htmlFor="login">
          {label}
        </label>
        <input
          ref={name}
          id="login"
          name="login"
          className={`tn-input ${styles.input}`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the name is all there is to give here.
          autoFocus
          maxLength={64}
          readOnly={running}
          aria-invalid={isMissing}
          aria-describedby={isMissing || error !== undefined ? 'forgot-error' : undefined}
          onInput={() => setIsMissing(false)}
        />
      </div>
      {(isMissing || error !== undefined) && (
        <div id="forgot-error" className={styles.error} role="alert">
          {isMissing ? <p>{messageText('login.required')}</p> : <Failure error={error} />}
        </div>
      )}
      <LightButton type="submit" primary tall running={running}>
        {t('forgot.submit')}
      </LightButton>
      <span className="tn-visually-hidden" role="status">
        {running ? t('forgot.running') : ''}
      </span>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  const { detail, reference } = useErrorText()(error);
  return (
    <>
      <p>
        <b>{detail}</b>
      </p>
      {reference !== undefined && <Reference value={reference} />}
    </>
  );
}
