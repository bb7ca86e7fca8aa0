import { formatPhone } from '@tonle/contract/phone';
import { Dash } from '../../ui/dash.tsx';
import { Copyable } from '../../ui/values.tsx';

type ContactProps = { value: string | null; copyName?: string };

/** A phone as people read it, or an e-mail address. */
export function Contact({ value, copyName }: ContactProps) {
  if (value === null || value === '') return <Dash />;
  const text = formatPhone(value);
  if (copyName !== undefined) return <Copyable value={text} name={copyName} />;
  // A phone stays on one line; an address may be longer than any, and is cut in a list.
  return (
    <span title={text} style={text === value ? undefined : { whiteSpace: 'nowrap' }}>
      {text}
    </span>
  );
}
