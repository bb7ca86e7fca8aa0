import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { ReasonFormProps } from './reason-form.tsx';

// Asked for as soon as the page stands, so that it is there when somebody is about to reject: most requests are approved.
const loading = import('./reason-form.tsx');
const Later = lazy(() => loading);
let known: ComponentType<ReasonFormProps> | undefined;
loading.then(
  (module) => {
    known = module.default;
  },
  // Whoever then wants the form is told by `Later`, which waits for the same.
  () => undefined,
);

/** The form of a reason, loaded beside the page. */
export function ReasonForm(props: ReasonFormProps): ReactNode {
  // Once shown it stays the same component, or what is typed would go.
  const [Form] = useState<ComponentType<ReasonFormProps>>(() => known ?? Later);
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
