import { Button, CloseButton, Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Money } from '../../ui/money.tsx';
import { AccountId } from '../../ui/values.tsx';
import { useMainAccountTexts } from './main-account-texts.ts';
import styles from './manage-main-account-page.module.css';
import {
  canResolve,
  crossOut,
  holding,
  isUnresolved,
  type Resolution,
  resolve,
  type Unresolved,
  useUnresolved,
} from './unresolved-transfers.ts';

type UnresolvedBannersProps = {
  /** The one that this tab waits for itself: its dialog says so already. */
  sendingKey: string | undefined;
  onResolved: (it: Unresolved, resolution: Resolution) => void;
  /** Transfers that turned out not to have been sent. */
  absent: readonly Unresolved[];
  onClose: (it: Unresolved) => void;
};

/** Transfers whose answer got lost, above the form: being asked about, or known not to have been sent. */
export function UnresolvedBanners({ sendingKey, onResolved, absent, onClose }: UnresolvedBannersProps) {
  const t = useMainAccountTexts();
  const open = useUnresolved();
  if (open.length === 0 && absent.length === 0) return null;
  return (
    <div className={styles.banners}>
      {absent.map((it) => (
        <Banner
          key={it.key}
          tone="failure"
          announce
          title={t('absent.title')}
          end={<CloseButton size={24} iconSize={14} aria-label={t('close')} onClick={() => onClose(it)} />}
        >
          {t.rich('absent.text', partsOf(it))}
        </Banner>
      ))}
      {open.map((it) => (
        <Asking key={it.key} it={it} hidden={it.key === sendingKey} onResolved={onResolved} />
      ))}
    </div>
  );
}

const partsOf = (it: Unresolved) => ({
  amount: <Money key="amount" amount={it.amount} currency={it.currency} code size="inline" />,
  name: it.name,
  account: <AccountId key="account" id={it.accountId} />,
});

type AskingProps = {
  it: Unresolved;
  hidden: boolean;
  onResolved: (it: Unresolved, resolution: Resolution) => void;
};

/** Asks about one transfer for as long as it is shown; other tabs wait for this one meanwhile. */
function Asking({ it, hidden, onResolved }: AskingProps) {
  const t = useMainAccountTexts();
  const { login } = useSession().user;
  const [unknown, setUnknown] = useState(false);
  const resolved = useEffectEvent((resolution: Resolution) => onResolved(it, resolution));
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      if (control.signal.aborted || !isUnresolved(login, it.key)) return;
      if (!canResolve()) setUnknown(true);
      else resolved(await resolve(it.key, control.signal));
    };
    // Ends by leaving the page or the session; the key stays noted for the next time.
    holding(it.key, ask, control.signal).catch(() => undefined);
    return () => control.abort();
  }, [login, it.key]);
  if (hidden) return null;
  if (unknown) return <Unknown it={it} onChecked={() => crossOut(login, it.key)} />;
  return (
    <Banner tone="progress" announce title={t('checking.title')} icon={<Loader size={16} />}>
      {t.rich('checking.text', partsOf(it))}
    </Banner>
  );
}

/** For servers that cannot be asked by key (decisions section 1). */
function Unknown({ it, onChecked }: { it: Unresolved; onChecked: () => void }) {
  const t = useMainAccountTexts();
  return (
    <Banner
      tone="warning"
      announce
      title={t('unknown.title')}
      end={
        <Button size="xs" variant="default" onClick={onChecked}>
          {t('unknown.checked')}
        </Button>
      }
    >
      {t.rich('unknown.text', {
        ...partsOf(it),
        outgoing: (
          <Link key="outgoing" to={paths.outgoing}>
            {t('unknown.outgoing')}
          </Link>
        ),
      })}
    </Banner>
  );
}
