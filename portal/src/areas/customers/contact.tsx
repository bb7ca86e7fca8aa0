import { formatPhone } from '@tonle/contract/phone';
import { Dash } from '../../ui/dash.tsx';
import { Copyable } from '../../ui/values.tsx';

type ContactProps = { value: string | null; copyName?: string };

/** A phone as people read it, or an e-mail address. */
export function Contact({ value, copyName }: ContactProps) {
  if (value === null || value === '') return <Dash />;
  const text = formatPhone(value);
  return copyName === undefined ? text : <Copyable value={text} name={copyName} />;
}
