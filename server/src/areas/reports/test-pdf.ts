import { getDocumentProxy } from 'unpdf';

/** A piece of text where it stands on its page, in points from the page's left and bottom; `y` is its baseline. */
export type PlacedText = {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
};

export type ReadPage = { width: number; height: number; texts: PlacedText[] };

/** Every visible piece of text of a PDF, page by page: words, or parts of them, as they were set. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((it) => {
      if (!('str' in it) || it.str.trim() === '') return [];
      const [size, , , , left, y] = it.transform as [number, number, number, number, number, number];
      return [{ text: it.str, left, right: left + it.width, y, size }];
    });
    pages.push({ width, height, texts });
  }
  return pages;
}

/** Khmer reaches further up and down than Latin letters do. */
const reach = ({ text, size }: PlacedText) =>
  /\p{Script=Khmer}/u.test(text)
    ? { up: size * 0.95, down: size * 0.55 }
    : { up: size * 0.75, down: size * 0.22 };

const topOf = (it: PlacedText): number => it.y + reach(it).up;
export const bottomOf = (it: PlacedText): number => it.y - reach(it).down;

/** Letters that touch are none that lie over each other, nor is a sign that belongs below the letter before it. */
const tolerance = 0.6;

/** Pairs of texts that lie over each other. */
export function overlaps(texts: readonly PlacedText[]): string[] {
  const solid = texts.filter((it) => it.right - it.left > 2 * tolerance);
  return solid.flatMap((one, at) =>
    solid
      .slice(at + 1)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
          Math.min(topOf(one), topOf(other)) - Math.max(bottomOf(one), bottomOf(other)) > tolerance,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}
