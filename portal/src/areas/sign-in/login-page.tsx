import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { paths } from '../../paths.ts';
import { getConfig } from '../../session/config.ts';
import { isEnteringHere } from '../../session/leaving.ts';
import { getSession } from '../../session/session.ts';
import { useDocumentTitle } from '../../ui/page-header.tsx';
import { LoginForm, type LoginFormHandle } from './login-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInTexts } from './sign-in-texts.ts';

const DemoAccounts = lazy(() => import('./demo-accounts.tsx'));

/** The sign-in page: the form, and beside it the river; in demo mode also the demo's users. */
export default function LoginPage() {
  const t = useSignInTexts();
  const form = useRef<LoginFormHandle>(null);
  const { demo } = getConfig();
  useDocumentTitle(t('title'));
  useWayInside();
  return (
    <SignInFrame
      title={t('title')}
      sentence={t('sentence')}
      aside={
        demo && (
          <Suspense fallback={null}>
            <DemoAccounts onChoose={(login, password) => form.current?.fill(login, password)} />
          </Suspense>
        )
      }
    >
      <LoginForm ref={form} />
    </SignInFrame>
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
