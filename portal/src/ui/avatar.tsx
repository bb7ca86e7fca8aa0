import styles from './surfaces.module.css';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const firstLetter = (word: string): string => [...segmenter.segment(word)][0]?.segment ?? '';

/** The initials of a name, at most two; a Khmer name gives its first cluster only. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0] ?? '');
  if (/\p{Script=Khmer}/u.test(first)) return first;
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}

/** A person as initials on a tinted disc. */
export const Avatar = ({ name, size = 32 }: { name: string; size?: 24 | 28 | 32 | 36 }) => (
  <span
    className={styles.avatar}
    style={{ width: size, height: size, fontSize: size < 30 ? 11 : 12 }}
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
);
