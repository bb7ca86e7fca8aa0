import { lazy, Suspense } from 'react';
import type { ReasonFormProps } from './reason-form.tsx';

const Form = lazy(() => import('./reason-form.tsx'));

/** The form of a reason, loaded when somebody is about to reject: most requests are approved. */
export const ReasonForm = (props: ReasonFormProps) => (
  <Suspense>
    <Form {...props} />
  </Suspense>
);
