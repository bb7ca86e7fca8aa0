import { type ReactNode, useId } from 'react';
import styles from './surfaces.module.css';

type CardProps = {
  title?: ReactNode;
  /** Right of the title. */
  aside?: ReactNode;
  children: ReactNode;
  /** False where the content brings its own padding. */
  padded?: boolean;
};

/** A bordered surface, with a heading of its own where it has a title. */
export function Card({ title, aside, children, padded = true }: CardProps) {
  const id = useId();
  return (
    <section className="tn-card" aria-labelledby={title === undefined ? undefined : id}>
      <div className={padded ? styles.cardBody : undefined}>
        {title !== undefined && (
          <div className={styles.cardHead}>
            <h2 id={id} className={styles.cardTitle}>
              {title}
            </h2>
            {aside !== undefined && <span className={styles.cardAside}>{aside}</span>}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}
