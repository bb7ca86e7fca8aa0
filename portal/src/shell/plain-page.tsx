import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/page-header.tsx';
import { ProductMark } from './marks.tsx';
import styles from './plain-page.module.css';

type PlainPageProps = { number: string; title: string; text: string; actions?: ReactNode };

/** A page without the shell: what was not found, what is not available. */
export function PlainPage({ number, title, text, actions }: PlainPageProps) {
  const t = useShellTexts();
  useDocumentTitle(title);
  return (
    <main className={styles.page} tabIndex={-1}>
      <div className={styles.mark}>
        <ProductMark size={40} />
      </div>
      <span className={styles.number}>{number}</span>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.text}>{text}</p>
      {actions ?? (
        <Button size="md" component={Link} to={paths.start}>
          {t('back-to-start')}
        </Button>
      )}
    </main>
  );
}
