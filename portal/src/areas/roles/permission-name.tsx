import styles from './roles.module.css';

/** A permission: its area, then lighter what it is for. */
export function PermissionName({ name }: { name: string }) {
  const at = name.indexOf('.');
  return (
    <span className={styles.permission} title={name}>
      {at < 0 ? name : name.slice(0, at)}
      {at >= 0 && <span>{name.slice(at)}</span>}
    </span>
  );
}

/** Permissions, one below the other. */
export const PermissionNames = ({ names }: { names: readonly string[] }) => (
  <span className={styles.permissions}>
    {names.map((name) => (
      <PermissionName key={name} name={name} />
    ))}
  </span>
);
