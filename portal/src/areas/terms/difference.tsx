import { type DifferenceLine, differenceOf } from '@tonle/contract/terms-difference';
import { type TermsNode, termsLines } from '@tonle/contract/terms-document';
import { useMemo } from 'react';
import styles from './terms.module.css';
import { useTermsTexts } from './terms-texts.ts';

/** Unchanged lines that stay in sight beside a change. */
const context = 2;

type Shown = (DifferenceLine & { at: number }) | { kind: 'skipped'; count: number; at: number };

/** The changes with a little around them; longer unchanged stretches are counted. */
function shownOf(lines: readonly DifferenceLine[]): Shown[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((it) => it.kind !== 'same'),
  );
  const shown: Shown[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (near[at]) shown.push({ ...line, at });
    else if (last?.kind === 'skipped') last.count += 1;
    else shown.push({ kind: 'skipped', count: 1, at });
  });
  return shown;
}

/** What lies between two texts, line by line. */
export function Difference({ before, after }: { before: TermsNode; after: TermsNode }) {
  const t = useTermsTexts();
  const lines = useMemo(() => differenceOf(termsLines(before), termsLines(after)), [before, after]);
  if (lines.every((it) => it.kind === 'same')) return <p>{t('difference.none')}</p>;
  return (
    <ul className={styles.difference}>
      {shownOf(lines).map((it) =>
        it.kind === 'skipped' ? (
          <li key={it.at} className={styles.skipped}>
            {t('difference.same', { count: it.count })}
          </li>
        ) : (
          <li key={it.at} className={styles[it.kind]}>
            {it.kind !== 'same' && <span className="tn-visually-hidden">{t(`difference.${it.kind}`)} </span>}
            {it.text}
          </li>
        ),
      )}
    </ul>
  );
}
