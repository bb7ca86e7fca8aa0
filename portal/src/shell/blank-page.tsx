import { Link } from '@tanstack/react-router';
import { useShellTexts } from '../i18n/shell-texts.ts';
import { useSession } from '../session/session.ts';
import { IconTile } from '../ui/icon-tile.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import styles from './blank-page.module.css';
import { usePages } from './menu.ts';
import { PageIcon } from './page-icon.tsx';

/** The page that asks to choose one (1-portal.md section 2), with everything the user may open. */
export default function BlankPage() {
  const t = useShellTexts();
  const { user } = useSession();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.login;
  return (
    <>
      <PageHeader title={t('blank.title', { name })} sentence={t('blank.text')} />
      <ul className={styles.pages}>
        {usePages().map((page) => (
          <li key={page.name}>
            <Link to={page.url} className={`tn-card ${styles.page}`}>
              <IconTile tone="primary">
                <PageIcon name={page.icon} size={20} />
              </IconTile>
              <span>
                <span className={styles.name}>{page.fullLabel}</span>
                <span className={styles.group}>{page.groupLabel}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
