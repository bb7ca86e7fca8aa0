import { lookingAtRequest, presenceEverySeconds, presenceLastsSeconds } from '@tonle/contract/verification';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useLive } from '../../events/live.ts';
import { getConfig } from '../../session/config.ts';

type Seen = { fullName: string; at: number };

/**
 * Who else looks at a request now. Each open review says every few seconds that it is there; nothing is kept anywhere, and
 * whoever says nothing any more has left. Somebody new is answered at once, so that both know.
 */
export function useOthersLooking(verificationId: string): readonly string[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());
  const [own, setOwn] = useState<string>();
  const say = useRef<(here: boolean) => void>(() => undefined);

  useEffect(() => {
    if (!getConfig().extensions) return undefined;
    let isOver = false;
    say.current = (here) => {
      call(lookingAtRequest, { body: { verificationId, here } }, { background: true })
        .then(({ viewer }) => {
          if (!isOver) setOwn(viewer);
        })
        .catch(() => undefined);
    };
    setSeen(new Map());
    say.current(true);
    const timer = window.setInterval(() => {
      say.current(true);
      const oldest = Date.now() - presenceLastsSeconds * 1000;
      setSeen((before) => new Map([...before].filter(([, { at }]) => at > oldest)));
    }, presenceEverySeconds * 1000);
    return () => {
      isOver = true;
      window.clearInterval(timer);
      say.current(false);
    };
  }, [verificationId]);

  useLive((event) => {
    if (event.type !== 'presence' || event.verificationId !== verificationId || event.viewer === own) return;
    const { viewer, fullName, here } = event;
    if (here && !seen.has(viewer) && own !== undefined) say.current(true);
    setSeen((before) => {
      const next = new Map(before);
      if (here) next.set(viewer, { fullName, at: Date.now() });
      else next.delete(viewer);
      return next;
    });
  });

  return [...seen].filter(([viewer]) => viewer !== own).map(([, { fullName }]) => fullName);
}
