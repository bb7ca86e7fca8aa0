import styles from './roles.module.css';

/** A permission: its area, then lighter what it is for. */
export function PermissionName({ name }: { name: string }) {
  const at = name.indexOf('.');
  return (
    <span className={styles.permission}>
      {at < 0 ? name : name.slice(0, at)}
      {at >= 0 && <span>{name.slice(at)}</span>}
    </span>
  );
}
