import { useAct } from '../../api/use-act.ts';

/** Acts on requests to change a contact, which change customers. */
export const useContactChangeAct = () => useAct(['contact-changes', 'customers']);
