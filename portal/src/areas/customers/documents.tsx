import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconMaximize,
  IconPhotoOff,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { customerIdentity, customerPhoto } from '@tonle/contract/customers';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { fetchFile } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useShellTexts } from '../../i18n/shell-texts.ts';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/segments.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { useCustomersTexts } from './customers-texts.ts';
import styles from './documents.module.css';

const endpoints = { photo: customerPhoto, identity: customerIdentity } as const;
export type Kind = keyof typeof endpoints;

/** A picture, fetched with the session's token and kept for this page; each fetch is in the audit log. */
function usePicture(kind: Kind, uuid: string | null) {
  const query = useQuery({
    queryKey: keyOf(endpoints[kind], { query: { uuid: uuid ?? undefined } }),
    queryFn: ({ signal }) => fetchFile(endpoints[kind], { query: { uuid: uuid ?? '' } }, { signal }),
    enabled: uuid !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (query.data === undefined) return undefined;
    const made = URL.createObjectURL(query.data);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [query.data]);
  // A picture that is not there is none (2-console.md section 8).
  const isAbsent = uuid === null || (query.error instanceof ApiError && query.error.httpStatus === 404);
  const failed = !isAbsent && query.error !== null;
  return { address, isAbsent, failed, retry: () => void query.refetch() };
}

type View = { zoom: number; turns: number; x: number; y: number };
export const whole: View = { zoom: 1, turns: 0, x: 0, y: 0 };
const zoomMax = 6;
const zoomStep = 1.5;
const panStepPx = 60;

/** What a drag does, by button: which way the view moves over the picture (ui.md, rule 25). */
const directions = [
  { way: 'left', Icon: IconArrowLeft, x: panStepPx, y: 0 },
  { way: 'right', Icon: IconArrowRight, x: -panStepPx, y: 0 },
  { way: 'up', Icon: IconArrowUp, x: 0, y: panStepPx },
  { way: 'down', Icon: IconArrowDown, x: 0, y: -panStepPx },
] as const;

type DocumentsProps = { photoUuid: string | null; identityUuid: string | null };

/** The customer's photo and identity document; or one line where there is neither. */
export function Documents(pictures: DocumentsProps) {
  const t = useCustomersTexts();
  if (pictures.photoUuid !== null || pictures.identityUuid !== null) return <Viewer {...pictures} />;
  return (
    <Card title={t('documents.title')}>
      <p className={styles.absent}>
        <IconPhotoOff size={20} stroke={1.6} aria-hidden="true" />
        {t('documents.none')}
      </p>
    </Card>
  );
}

/** Beside each other or one large; both turn and zoom together. */
function Viewer({ photoUuid, identityUuid }: DocumentsProps) {
  const t = useCustomersTexts();
  const [shown, setShown] = useState<'both' | Kind>('both');
  const [view, setView] = useState(whole);
  const zoomBy = (factor: number) =>
    setView((it) => {
      const zoom = Math.min(zoomMax, Math.max(1, it.zoom * factor));
      return zoom === 1 ? { ...it, zoom, x: 0, y: 0 } : { ...it, zoom };
    });
  const pan = (x: number, y: number) =>
    setView((it) => (it.zoom === 1 ? it : { ...it, x: it.x + x, y: it.y + y }));
  const percent = Math.round(view.zoom * 100);
  return (
    <section className="tn-card" aria-label={t('documents.title')}>
      <div className={styles.bar}>
        <Segments
          label={t('documents.view')}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setView(whole);
          }}
          choices={[
            { value: 'both', label: t('documents.side-by-side') },
            { value: 'photo', label: t('documents.photo') },
            { value: 'identity', label: t('documents.identity') },
          ]}
        />
        <span className={`${styles.tools} tn-screen-only`}>
          {view.zoom > 1 &&
            directions.map(({ way, Icon, x, y }) => (
              <ActionIcon key={way} aria-label={t(`documents.pan.${way}`)} onClick={() => pan(x, y)}>
                <Icon size={18} stroke={1.6} />
              </ActionIcon>
            ))}
          <ActionIcon
            aria-label={t('documents.zoom-out')}
            disabled={view.zoom === 1}
            onClick={() => zoomBy(1 / zoomStep)}
          >
            <IconZoomOut size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('documents.zoom-in')}
            disabled={view.zoom === zoomMax}
            onClick={() => zoomBy(zoomStep)}
          >
            <IconZoomIn size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('documents.rotate')}
            onClick={() => setView((it) => ({ ...it, turns: it.turns + 1, x: 0, y: 0 }))}
          >
            <IconRotateClockwise size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('documents.reset')}
            disabled={view === whole}
            onClick={() => setView(whole)}
          >
            <IconMaximize size={18} stroke={1.6} />
          </ActionIcon>
        </span>
      </div>
      <p className="tn-visually-hidden" role="status">
        {view === whole ? '' : t('documents.zoomed', { percent, degrees: (view.turns % 4) * 90 })}
      </p>
      <div className={`${styles.stage} ${shown === 'both' ? styles.both : ''}`}>
        {shown !== 'identity' && <Picture kind="photo" uuid={photoUuid} view={view} onPan={pan} />}
        {shown !== 'photo' && <Picture kind="identity" uuid={identityUuid} view={view} onPan={pan} />}
      </div>
    </section>
  );
}

type PictureProps = { kind: Kind; uuid: string | null; view: View; onPan: (x: number, y: number) => void };

export function Picture({ kind, uuid, view, onPan }: PictureProps) {
  const t = useCustomersTexts();
  const { address, isAbsent, failed, retry } = usePicture(kind, uuid);
  const shell = useShellTexts();
  const drag = useRef<{ x: number; y: number }>(undefined);
  const name = t(`documents.${kind}`);
  const move = (event: PointerEvent) => {
    if (drag.current === undefined) return;
    onPan(event.clientX - drag.current.x, event.clientY - drag.current.y);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const stop = () => {
    drag.current = undefined;
  };
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`;
  return (
    <figure className={styles.figure}>
      <div
        className={`${styles.frame} ${view.zoom > 1 ? styles.movable : ''}`}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={stop}
        onPointerCancel={stop}
      >
        {address !== undefined && (
          <img className={styles.picture} src={address} alt={name} style={{ transform }} draggable={false} />
        )}
        {address === undefined && (isAbsent || failed) && (
          <span className={styles.absent}>
            <IconPhotoOff size={20} stroke={1.6} aria-hidden="true" />
            {t(failed ? 'documents.failed' : 'documents.missing')}
            {failed && (
              <Button variant="default" size="xs" onClick={retry} data-try-again>
                {shell('try-again')}
              </Button>
            )}
          </span>
        )}
        {address === undefined && !isAbsent && !failed && <SkeletonBar width="100%" height={240} />}
      </div>
      <figcaption className={styles.caption}>{name}</figcaption>
    </figure>
  );
}
