import { useNavigate, useSearch } from '@tanstack/react-router';

/** Which of a page's two views is shown; the address keeps it. */
export function useView<V extends string>(views: readonly [V, V]): [V, (view: V) => void] {
  const { view } = useSearch({ strict: false }) as { view?: string };
  const navigate = useNavigate();
  const change = (next: V) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: object) => ({ ...before, view: next === views[0] ? undefined : next }),
    } as Parameters<typeof navigate>[0]);
  return [views.find((it) => it === view) ?? views[0], change];
}
