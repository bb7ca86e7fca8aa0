import { CustomerList } from './customer-list.tsx';

/** /web-users */
export default function Page() {
  return <CustomerList of="web" />;
}
