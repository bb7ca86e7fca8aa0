import { IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { linkTo } from '../../paths.ts';
import { landingOf } from '../../session/permitted.ts';
import { hasEndedSession, takeReturn } from '../../session/return-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { LightButton, LightIconButton } from '../../ui/light-button.tsx';
import { toast } from '../../ui/messages.ts';
import { Reference } from '../../ui/reference.tsx';
import styles from './login-page.module.css';
import { useSignInTexts } from './sign-in-texts.ts';

/** The calls and their shapes load once there is something to send: typing and waiting for them overlap. */
const loadSignIn = () => import('./start-sign-in.ts');
const ForgotPassword = lazy(() => import('./forgot-password-dialog.tsx'));

export type LoginFormHandle = { fill: (login: string, password: string) => void };

/** A browser shows a filled-in password before it lets scripts read it; the field counts as filled all the same. */
const isFilled = (field: HTMLInputElement | null): boolean =>
  field !== null && (field.value !== '' || field.matches(':autofill'));

/** User name and password. The browser owns both fields, so that password managers work as they please. */
export function LoginForm({ ref }: { ref?: Ref<LoginFormHandle> }) {
  const t = useSignInTexts();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [ready, setReady] = useState(false);
  const [shown, setShown] = useState(false);
  const [forgot, setForgot] = useState(false);
  const [ended] = useState(hasEndedSession);
  const { running, error, enter, clear } = useEntrance();

  const look = () => {
    const filled = isFilled(name.current) && isFilled(password.current);
    if (filled) loadSignIn().catch(() => undefined);
    setReady(filled);
  };
  useImperativeHandle(ref, () => ({
    fill: (login, secret) => {
      if (!name.current || !password.current || running) return;
      name.current.value = login;
      password.current.value = secret;
      clear();
      setReady(true);
      // The button is enabled by the next paint.
      requestAnimationFrame(() => submit.current?.focus());
    },
  }));

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (running || !isFilled(name.current) || !isFilled(password.current)) return;
    setShown(false);
    await enter(name.current?.value ?? '', password.current?.value ?? '');
    password.current?.focus();
    password.current?.select();
  };

  const common = {
    className: `tn-input ${styles.input}`,
    readOnly: running,
    'aria-describedby': error === undefined ? undefined : 'sign-in-error',
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} onInput={look} onAnimationStart={look} noValidate>
      {ended && !error && (
        <Banner tone="progress" title={t('ended.title')}>
          {t('ended.text')}
        </Banner>
      )}
      <div>
        <label className={`tn-label ${styles.label}`} htmlFor="username">
          {t('user-name')}
        </label>
        <input
          {...common}
          ref={name}
          id="username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: signing in is all there is to do here.
          autoFocus
          maxLength={64}
        />
      </div>
      <div className={styles.password}>
        <label className={`tn-label ${styles.label}`} htmlFor="password">
          {t('password')}
        </label>
        <input
          {...common}
          ref={password}
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
        />
        <LightIconButton
          size={32}
          className={styles.eye}
          aria-label={t('password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
        </LightIconButton>
        <button type="button" className={styles.forgot} onClick={() => setForgot(true)}>
          {t('forgot-password')}
        </button>
      </div>
      {error !== undefined && <EntranceError error={error} />}
      <LightButton ref={submit} type="submit" primary tall disabled={!ready} running={running}>
        {t('submit')}
        <IconArrowRight size={18} stroke={1.6} />
      </LightButton>
      <span className="tn-visually-hidden" role="status">
        {running ? t('running') : ''}
      </span>
      <Suspense fallback={null}>{forgot && <ForgotPassword onClose={() => setForgot(false)} />}</Suspense>
    </form>
  );
}

/** Code that cannot be fetched is a server that cannot be reached. */
function unreachable(): never {
  throw new ApiError({ kind: navigator.onLine ? 'unreachable' : 'offline' });
}

/** Signs in, then leads to the page the session ended on, or to where the user's type lands. */
function useEntrance() {
  const t = useSignInTexts();
  const navigate = useNavigate();
  const inTexts = useErrorText();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const enter = async (login: string, password: string) => {
    setRunning(true);
    setError(undefined);
    try {
      const { startSignIn } = await loadSignIn().catch(unreachable);
      const { session, warning } = await startSignIn(login, password);
      if (warning) toast.progress(t('expires.title'), { text: inTexts(warning).detail });
      const address = takeReturn(session.user.login) ?? landingOf(session);
      await navigate({ ...linkTo(address), replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return { running, error, enter, clear: () => setError(undefined) };
}

/** What went wrong, in words and with the reference; the fields keep what was typed. */
function EntranceError({ error }: { error: unknown }) {
  const t = useSignInTexts();
  const { detail, reference } = useErrorText()(error);
  const known = error instanceof ApiError ? error : undefined;
  const isPasswordChange = known?.code === 96 || known?.code === 97;
  return (
    <div id="sign-in-error" className={styles.error} role="alert">
      <p>
        <b>{detail}</b>
      </p>
      {known?.refusalName === 'BAD_CREDENTIALS' && <p>{t('error.lock')}</p>}
      {isPasswordChange && <p>{t('error.change-password')}</p>}
      {reference !== undefined && <Reference value={reference} />}
    </div>
  );
}
