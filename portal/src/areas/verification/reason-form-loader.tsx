import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { ReasonFormProps } from './reason-form.tsx';

// Asked for as soon as the page stands, so that it is there when somebody is about to reject: most requests are approved.
const loading = import('./reason-form.tsx');
const Form = lazy(() => loading);

/** The form of a reason, loaded beside the page. */
export const ReasonForm = (props: ReasonFormProps): ReactNode => (
  <Suspense>
    <Form {...props} />
  </Suspense>
);
