import { Button } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { IdleSession } from '../session/idle.ts';
import { logOut } from '../session/log-out.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './idle-guard.module.css';

const warningSeconds = 30;
/** What the dialog begins with is read out as it opens; then it is said again, and not every second. */
const saidSeconds = [5, 10, 20] as const;

/** Watches over the idle session and asks, in every tab, whether somebody is still there (2-console.md section 8). */
export function IdleGuard() {
  const t = useShellTexts();
  const [idle] = useState(() => new IdleSession());
  const [running, setRunning] = useState(false);
  useEffect(() => idle.start(), [idle]);
  const state = useSyncExternalStore(idle.subscribe, idle.getState);
  if (state.phase === 'active') return null;
  const said = saidSeconds.find((it) => state.seconds <= it);
  const prolong = async () => {
    setRunning(true);
    await idle.prolong();
    setRunning(false);
  };
  return (
    <Dialog
      opened
      icon={<IconClockPause size={20} stroke={1.6} />}
      tone="warning"
      title={t('idle.title')}
      described
      urgent
      corner={<Countdown seconds={state.seconds} />}
      footer={
        <>
          <Button variant="default" size="md" disabled={running} onClick={logOut}>
            {t('idle.logout')}
          </Button>
          <Button size="md" data-autofocus loading={running} onClick={() => void prolong()}>
            {t('idle.continue')}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{t.rich('idle.text', { seconds: <b>{state.seconds}</b> })}</p>
      <p>{state.isLast ? t('idle.last') : t('idle.kept')}</p>
      <span className="tn-visually-hidden" role="status">
        {said === undefined ? '' : t('idle.text', { seconds: said })}
      </span>
    </Dialog>
  );
}

const size = 48;
const radius = 20;
const around = 2 * Math.PI * radius;

/** The seconds in a ring that empties. The sentence says them too, so it is only for the eye. */
function Countdown({ seconds }: { seconds: number }) {
  const share = Math.min(1, Math.max(0, seconds / warningSeconds));
  return (
    <svg
      className={styles.ring}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
    >
      <circle className={styles.track} cx={size / 2} cy={size / 2} r={radius} />
      <circle
        className={styles.rest}
        cx={size / 2}
        cy={size / 2}
        r={radius}
        strokeDasharray={`${around * share} ${around}`}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
      <text x="50%" y="50%" dominantBaseline="central" textAnchor="middle">
        {seconds}
      </text>
    </svg>
  );
}
