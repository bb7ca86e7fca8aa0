import { CustomerList } from './customer-list.tsx';

/** /desktop-users */
export default function Page() {
  return <CustomerList of="desktop" />;
}
