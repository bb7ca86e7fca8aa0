import { useState } from 'react';
import styles from './demo-accounts.module.css';
import { useSignInTexts } from './sign-in-texts.ts';

/** The demo bank's users; each has the same password (decisions section 2). */
const password = 'Tonle-demo-2026';
const accounts = [
  { login: 'manager', kind: 'manager' },
  { login: 'admin', kind: 'admin' },
  { login: 'admin2', kind: 'admin' },
  { login: 'access', kind: 'access' },
  { login: 'access2', kind: 'access' },
  { login: 'auditor', kind: 'auditor' },
  { login: 'authorizer', kind: 'authorizer' },
  { login: 'authorizer2', kind: 'authorizer' },
  { login: 'keyholder1', kind: 'keyholder' },
  { login: 'keyholder2', kind: 'keyholder' },
  { login: 'keyholder3', kind: 'keyholder' },
  { login: 'teller', kind: 'teller' },
] as const;

type DemoAccountsProps = { onChoose: (login: string, password: string) => void };

/** The demo's users; a card fills the form. */
export default function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const t = useSignInTexts();
  const [chosen, setChosen] = useState<string>();
  return (
    <section className={styles.panel} aria-labelledby="demo-accounts">
      <div className={styles.head}>
        <h2 id="demo-accounts" className={styles.title}>
          <span className={styles.dot} />
          {t('demo.title')}
        </h2>
        <p>{t.rich('demo.password', { password: <b>{password}</b> })}</p>
      </div>
      <ul className={styles.cards}>
        {accounts.map(({ login, kind }) => (
          <li key={login}>
            <button
              type="button"
              className={styles.card}
              onClick={() => {
                onChoose(login, password);
                setChosen(login);
              }}
            >
              <b>{t(`demo.${kind}`)}</b>
              <span>{login}</span>
              <small>{t(`demo.${kind}.does`)}</small>
            </button>
          </li>
        ))}
      </ul>
      <span className="tn-visually-hidden" role="status">
        {chosen === undefined ? '' : t('demo.filled', { login: chosen })}
      </span>
    </section>
  );
}
