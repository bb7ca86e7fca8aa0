import { useEffect, useState } from 'react';
import { timeOf } from '../i18n/time.ts';

const minuteMs = 60_000;

/** The bank's clock, whatever the browser's zone: "14:35 · UTC+7". Turns on the minute. */
export function PhnomPenhClock({ stacked = false }: { stacked?: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs) + 20);
    return () => window.clearTimeout(timer);
  }, [now]);
  const time = timeOf(now).slice(0, 5);
  return stacked ? (
    <>
      <time>{time}</time>
      <span>UTC+7</span>
    </>
  ) : (
    <time>{time} · UTC+7</time>
  );
}
