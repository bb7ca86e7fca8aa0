import type { Source } from './house-sources.ts';
import { isTest } from './import-rules.ts';

/** Words that are the same in every language: the product, its languages in their own words, currencies, keys of a keyboard, the zone, kinds of files. */
const SAME_EVERYWHERE = /\b(Tonle|EN|KHR|USD|[Ee]sc|UTC|NBC|PNG|SVG|CSV|PDF|QR|API)\b|ខ្មែរ/g;
const WORD = /[\p{L}\p{M}]{2,}/u;
const PORTAL = /^portal\/src\/.*\.tsx?$/;
/** The catalogues, what no build carries, and what says in both languages by itself that nothing could be loaded. */
const NO_SCREEN = /\.(en|km)\.ts$|^portal\/src\/gallery\/|^portal\/src\/shell\/start-fault\.tsx$/;
/** The portal's own formatter knows Khmer; the browser's does not (decisions section 11). */
const BY_THE_BROWSER =
  /\.toLocale(String|DateString|TimeString|UpperCase|LowerCase)\(|\.localeCompare\(|\bIntl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat|PluralRules|ListFormat|Collator)\b/;

const CATALOGUE = /^portal\/src\/.*\.en\.ts$|^contract\/src\/messages\.ts$/;
const KEY = /^ {2}'?([\w./-]+)'?:/gm;
/** Who names texts: screens, and whoever writes a fault, a refusal or a list down by its key. */
const NAMES_TEXTS = /^(portal|contract|server)\/src\//;

const AREA = /^portal\/src\/areas\/[^/]+\//;

/** A text that a catalogue holds and nobody shows: whoever reads the catalogue takes it for said. */
export function unusedTextViolations(sources: readonly Source[]): string[] {
  const naming = sources.filter(
    ({ path }) =>
      NAMES_TEXTS.test(path) && !CATALOGUE.test(path) && !path.endsWith('.km.ts') && !isTest(path),
  );
  return sources
    .filter(({ path }) => CATALOGUE.test(path))
    .flatMap(({ path, text }) => {
      // An area's texts are shown by the area, or by what it hands its keys to.
      const area = AREA.exec(path)?.[0];
      const isNamed = namedBy(
        naming.filter((it) => area === undefined || it.path.startsWith(area) || !AREA.test(it.path)),
      );
      return [...text.matchAll(KEY)]
        .map(([, key = '']) => key)
        .filter((key) => !isNamed(key))
        .map((key) => `${path}: nobody shows "${key}"`);
    });
}

function namedBy(sources: readonly Source[]): (key: string) => boolean {
  const named = new Set(sources.flatMap(({ strings }) => strings));
  // Keys that are put together: the holes of a template stand for anything, but it must say something itself.
  const built = [...named]
    .filter((it) => /^[\w.…/-]+$/.test(it) && /…/.test(it) && /\w\.…|…\.\w/.test(it))
    .map((it) => new RegExp(`^${it.replaceAll('.', '\\.').replaceAll('…', '.+')}$`));
  return (key) => named.has(key) || built.some((it) => it.test(key));
}

/** In the portal every text comes from a catalogue, and every date and number from its own formatter. */
export function textViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => PORTAL.test(path) && !NO_SCREEN.test(path) && !isTest(path))
    .flatMap(({ path, text, shownTexts }) => {
      const texts = shownTexts
        .filter((it) => WORD.test(it.replaceAll(SAME_EVERYWHERE, '')))
        .map((it) => `${path}: shows "${it}", which belongs in the catalogues of both languages`);
      const formatted = BY_THE_BROWSER.test(text)
        ? [`${path}: formats or sorts by the browser's languages, which know no Khmer`]
        : [];
      return [...texts, ...formatted];
    });
}
