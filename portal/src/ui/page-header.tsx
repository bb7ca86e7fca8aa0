import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { linkTo } from '../paths.ts';
import { useTellListAbove } from '../session/list-above.ts';
import styles from './page.module.css';

export type Crumb = { label: ReactNode; to?: string };

type PageHeaderProps = {
  title: ReactNode;
  /** The document's title where `title` is more than text. */
  documentTitle?: string;
  /** Before the title, as the icon tile of a transaction. */
  tile?: ReactNode;
  /** One sentence below the title, or a line of badges. */
  sentence?: ReactNode;
  /** On the right; at most one primary button per page. */
  actions?: ReactNode;
  /** Above the title of detail pages. */
  crumbs?: readonly Crumb[];
};

/** Names the page for the browser: "Outgoing transactions · Tonle". */
export function useDocumentTitle(title: string | undefined): void {
  const t = useShellTexts();
  const app = t('app.name');
  useEffect(() => {
    document.title = title ? `${title} · ${app}` : app;
  }, [title, app]);
}

/** The head of a page: breadcrumbs, title, one sentence, actions. The heading takes the focus on navigation. */
export function PageHeader({ title, documentTitle, tile, sentence, actions, crumbs }: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : undefined));
  useTellListAbove(crumbs?.[0]?.to?.split('?')[0]);
  return (
    <header>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className={styles.header}>
        <div className={styles.head}>
          <h1 className={styles.title} tabIndex={-1}>
            {tile}
            {title}
          </h1>
          {sentence !== undefined && <div className={styles.sentence}>{sentence}</div>}
        </div>
        {actions !== undefined && <div className={`${styles.actions} tn-screen-only`}>{actions}</div>}
      </div>
    </header>
  );
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useShellTexts();
  return (
    <nav aria-label={t('breadcrumbs')} className="tn-screen-only">
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trail's steps have no other identity.
          <li key={index}>
            {index > 0 && <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />}
            {crumb.to === undefined ? (
              <span aria-current="page">{crumb.label}</span>
            ) : (
              // A step on the way is never the page one is on, though its address begins the same.
              <Link {...linkTo(crumb.to)} activeOptions={{ exact: true }}>
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

type DetailColumnsProps = {
  main: ReactNode;
  side: ReactNode;
  /** The side stays in view while the rest is scrolled: what is decided there is decided on what stands beside it. */
  follows?: boolean;
};

/** The two columns of a detail page: 1fr and 348, one below the other on narrow screens. */
export const DetailColumns = ({ main, side, follows = false }: DetailColumnsProps) => (
  <div className={styles.columns}>
    <div className={styles.column}>{main}</div>
    <div className={`${styles.column} ${follows ? styles.follows : ''}`}>{side}</div>
  </div>
);
