import { CustomerList } from './customer-list.tsx';

/** /mobile-users */
export default function Page() {
  return <CustomerList of="mobile" />;
}
