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
  /** The pages of the contract that it is for, of which one suffices; none where it is for everybody. */
  pages?: readonly string[];
};

/** Spellings that are used beside those of the manual. */
const spellings = [
  ['ទូរស័ព្ទ', 'ទូរសព្ទ'],
  ['សំងាត់', 'សម្ងាត់'],
  ['កំរិត', 'កម្រិត'],
  ['អីុ', 'អ៊ី'],
  ['អុី', 'អ៊ី'],
  ['អេក្សែល', 'អេកសែល'],
  ['ដូរ', 'ប្តូរ'],
  ['e-mail', 'email'],
] as const;

/**
 * Khmer is typed in ways that look alike: its subscript ta and da, its two letters for o, and spaces that nobody sees.
 * "Organization" and "authorize" are spelled in two ways.
 */
export const folded = (text: string): string =>
  spellings.reduce(
    (it, [used, ours]) => it.replaceAll(used, ours),
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\u200b\u200c\u2060]/g, '')
      .replaceAll('\u17d2\u178a', '\u17d2\u178f')
      .replaceAll('\u17b2', '\u17b1')
      .replace(/(?<=organ|author)is/g, 'iz'),
  );

/** What was typed, without "how to". */
const asked = (text: string): string =>
  folded(text)
    .trim()
    .replace(/^(how (to|do i|can i)\s|របៀប)/, '');

/** A word that is searched: where it stands, and where it stands as a whole. */
type Word = { begins: RegExp; whole: RegExp };

/**
 * Latin words are found from their beginning, and whole in every form: "refunds" and "recovering" find what says "refund"
 * and "recovery". Khmer is written without spaces, so a word of it may stand anywhere.
 */
function wordOf(text: string): Word {
  if (!/^[a-z0-9]+$/.test(text)) return { begins: new RegExp(text), whole: new RegExp(text) };
  const stem = text.replace(/(?<=[a-z]{3})(ies|ing|ed|es|s|y|e)$/, '');
  return {
    begins: new RegExp(`(?<![a-z0-9])${text}`),
    whole: new RegExp(`(?<![a-z0-9])${stem}(ies|ing|ed|es|s|y|e)?(?![a-z0-9])`),
  };
}

const wordsOf = (text: string): Word[] =>
  (asked(text).match(/[a-z0-9]+|(?:(?![a-z0-9])[\p{L}\p{M}\p{N}])+/gu) ?? []).map(wordOf);

const dictionary = new Intl.Segmenter('km', { granularity: 'word' });

/** The words of a text that is written without spaces, as Khmer is. */
const partsOf = (text: string): Word[] =>
  wordsOf(
    [...dictionary.segment(asked(text))]
      .filter((it) => it.isWordLike)
      .map((it) => it.segment)
      .join(' '),
  );

/** How well a text has a word: as a whole, as a beginning, or not. */
const fit = (text: string, { whole, begins }: Word): number =>
  whole.test(text) ? 2 : begins.test(text) ? 1 : 0;

/**
 * Places that have all the words. What a place is called counts most, then what its chapter is called, then its text; in
 * each, a whole word counts more than the beginning of one.
 */
function placesWith<P extends Place>(places: readonly P[], words: readonly Word[]): P[] {
  if (words.length === 0) return [];
  const nameOf = (place: Place) => folded(`${place.title} ${place.also}`);
  const chapters = new Map(places.filter((it) => it.in === '').map((it) => [it.title, nameOf(it)]));
  const score = (place: P): number => {
    const name = nameOf(place);
    const chapter = folded(place.in);
    const text = folded(place.text);
    const fits = words.map((it) => {
      const own = 10 * fit(name, it) || fit(`${chapter} ${text}`, it);
      return own && own + 3 * fit(chapters.get(place.in || place.title) ?? chapter, it);
    });
    return fits.includes(0) ? 0 : fits.reduce((sum, it) => sum + it);
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
  const places = [...wordsOf(searched), ...partsOf(searched)].flatMap((it) =>
    [whole.search(it.whole), whole.search(it.begins)].filter((at) => at >= 0),
  );
  const wordAt = (index: number) => dictionary.segment(text).containing(index)?.index;
  const from = places[0] === undefined ? 0 : (wordAt(Math.max(0, places[0] - 60)) ?? 0);
  const to = wordAt(from + 180);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to === undefined ? '' : ' …'}`;
}
