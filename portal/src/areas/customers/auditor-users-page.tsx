import { CustomerList } from './customer-list.tsx';

/** /auditor-users */
export default function Page() {
  return <CustomerList of="audit" />;
}
