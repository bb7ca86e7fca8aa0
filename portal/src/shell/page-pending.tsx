import { useShellTexts } from '../i18n/shell-texts.ts';
import { SkeletonBar } from '../ui/skeleton.tsx';

/** Stands for a page whose code takes longer than a second. */
export function PagePending() {
  const t = useShellTexts();
  return (
    <div role="status" aria-label={t('loading')}>
      <SkeletonBar width={220} height={22} />
      <SkeletonBar width={320} height={12} top={14} />
      <SkeletonBar width="100%" height={240} top={32} />
    </div>
  );
}
