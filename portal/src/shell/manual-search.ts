/**
 * Searching the manual, in its own pages and in the palette. The build hands this file to the manual as it stands, without its
 * types, so it imports nothing.
 */

/** A place of the manual, as portal/tools/manual.ts writes them. */
export type Place = {
  title: string;
  /** The chapter that it is a section of. */
  in: string;
  /** What else it is called, in the other language too, for those who know only that word. */
  also: string;
  to: string;
  text: string;
};

/**
 * Khmer is typed in ways that look alike: its subscript ta and da, its two letters for o, and spaces that nobody sees.
 * Its word for a telephone is spelled in two ways, as are "organization" and "authorize".
 */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u200b\u200c\u2060]/g, '')
    .replaceAll('\u17d2\u178a', '\u17d2\u178f')
    .replaceAll('\u17b2', '\u17b1')
    .replaceAll('ទូរស័ព្ទ', 'ទូរសព្ទ')
    .replace(/(?<=organ|author)is/g, 'iz');

/** "Refunds" and "recovering" find what says "refund" and "recovery". */
const stemOf = (word: string): string => word.replace(/(?<=[a-z]{3})(ies|ing|ed|es|s|y)$/, '');

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean).map(stemOf);

const dictionary = new Intl.Segmenter('km', { granularity: 'word' });

/** The words of a text that is written without spaces, as Khmer is. */
const partsOf = (text: string): string[] =>
  [...dictionary.segment(folded(text))].filter((it) => it.isWordLike).map((it) => stemOf(it.segment));

/** Places that have all the words; first those with the most of them in their title, then in their chapter's. */
function placesWith<P extends Place>(places: readonly P[], words: readonly string[]): P[] {
  if (words.length === 0) return [];
  const score = (place: P): number => {
    const title = folded(`${place.title} ${place.also}`);
    const chapter = folded(place.in === '' ? place.title : place.in);
    const whole = `${title} ${chapter} ${folded(place.text)}`;
    if (!words.every((it) => whole.includes(it))) return 0;
    const countIn = (text: string) => words.filter((it) => text.includes(it)).length;
    return 1 + 2 * countIn(title) + countIn(chapter);
  };
  return places
    .map((place, index) => ({ place, index, score: score(place) }))
    .filter((it) => it.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((it) => it.place);
}

/** What the manual has about a text: its words as they are typed; where none has them, as a dictionary parts them. */
export function findPlaces<P extends Place>(places: readonly P[], text: string): P[] {
  const found = placesWith(places, wordsOf(text));
  return found.length > 0 ? found : placesWith(places, partsOf(text));
}

/** The piece of a place's text around the first of the words that it has, from the beginning of a word to the end of one. */
export function excerptOf({ text }: Place, searched: string): string {
  const whole = folded(text);
  const found = [...wordsOf(searched), ...partsOf(searched)].find((it) => whole.includes(it));
  const wordAt = (index: number) => dictionary.segment(text).containing(index)?.index;
  const from = found === undefined ? 0 : (wordAt(Math.max(0, whole.indexOf(found) - 60)) ?? 0);
  const to = wordAt(from + 180);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to === undefined ? '' : ' …'}`;
}
