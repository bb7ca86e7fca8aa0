import { IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  type FormEvent,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../../api/api-error.ts';
import { linkTo, paths } from '../../paths.ts';
import { landingOf } from '../../session/permitted.ts';
import { hasEndedSession, takeReturn } from '../../session/return-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { LightButton, LightIconButton } from '../../ui/light-button.tsx';
import { Reference } from '../../ui/reference.tsx';
import styles from './login-page.module.css';
import { useSignInTexts } from './sign-in-texts.ts';
import type { LockRules } from './start-sign-in.ts';

/** The calls and their shapes load once there is something to send: typing and waiting for them overlap. */
const loadSignIn = () => import('./start-sign-in.ts');
const ChangePassword = lazy(() => import('./change-password-dialog.tsx'));

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
  const [ended] = useState(hasEndedSession);
  const navigate = useNavigate();
  const { running, error, due, enter, later, changed, clear } = useEntrance();

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
    <>
      <form className={styles.form} onSubmit={onSubmit} onInput={look} onAnimationStart={look} noValidate>
        {ended && !error && (
          <div id="session-ended">
            <Banner tone="progress" title={t('ended.title')}>
              {t('ended.text')}
            </Banner>
          </div>
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
            // The field that the page begins in says it: a banner that was there from the start is not read out.
            aria-describedby={ended && !error ? 'session-ended' : common['aria-describedby']}
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
          <button
            type="button"
            className={styles.forgot}
            onClick={() => void navigate({ to: paths.forgotPassword })}
          >
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
      </form>
      <Suspense fallback={null}>
        {due && (
          <ChangePassword
            due={due.why}
            token={due.token}
            login={due.login}
            password={due.password}
            onLater={due.why.code === 94 ? later : undefined}
            onChanged={changed}
          />
        )}
      </Suspense>
    </>
  );
}

/** Code that cannot be fetched is a server that cannot be reached. */
function unreachable(): never {
  throw new ApiError({ kind: navigator.onLine ? 'unreachable' : 'offline' });
}

/** A right password that has to be changed, or that should be soon. */
type Due = { why: ApiError; token: string; login: string; password: string };

/**
 * Signs in, then leads to the page the session ended on, or to where the user's type lands. Where the password is due
 * (1-portal.md section 4) the session waits: for the new password, or, if it may, for the dialog to be closed.
 */
function useEntrance() {
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const [due, setDue] = useState<Due>();
  const run = async (work: () => Promise<void>) => {
    setRunning(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
    }
  };
  const complete = async (login: string, token: string) => {
    const { completeSignIn } = await loadSignIn().catch(unreachable);
    const session = await completeSignIn(login, token);
    await navigate({ ...linkTo(takeReturn(session.user.login) ?? landingOf(session)), replace: true });
  };
  const begin = async (login: string, password: string) => {
    const { beginSignIn } = await loadSignIn().catch(unreachable);
    const { token, due: why } = await beginSignIn(login, password);
    if (why) setDue({ why, token, login, password });
    else await complete(login, token);
  };
  const enter = (login: string, password: string) => run(() => begin(login, password));
  /** The dialog was closed: the session is completed with the old password. */
  const later = () => {
    if (!due) return;
    setDue(undefined);
    void run(() => complete(due.login, due.token));
  };
  /** The sign-in is tried again with the new password. */
  const changed = async (password: string) => {
    if (!due) return;
    setDue(undefined);
    await run(async () => {
      const { dropSession } = await loadSignIn().catch(unreachable);
      if (due.why.code === 94) dropSession(due.token);
      await begin(due.login, password);
    });
  };
  return { running, error, due, enter, later, changed, clear: () => setError(undefined) };
}

/** How accounts are locked, once that is of interest; undefined where the server does not say. */
function useLockRules(isWanted: boolean): LockRules | undefined {
  const [rules, setRules] = useState<LockRules>();
  useEffect(() => {
    if (isWanted)
      loadSignIn()
        .then((it) => it.lockRules())
        .then(setRules)
        .catch(() => undefined);
  }, [isWanted]);
  return isWanted ? rules : undefined;
}

/** What went wrong, in words and with the reference; the fields keep what was typed. */
function EntranceError({ error }: { error: unknown }) {
  const t = useSignInTexts();
  const { detail, reference } = useErrorText()(error);
  const lock = useLockRules(error instanceof ApiError && error.refusalName === 'BAD_CREDENTIALS');
  return (
    <div id="sign-in-error" className={styles.error} role="alert">
      <p>
        <b>{detail}</b>
      </p>
      {lock && <p>{t('error.lock', { failures: lock.failuresMax, minutes: lock.lockMinutes })}</p>}
      {reference !== undefined && <Reference value={reference} />}
    </div>
  );
}
