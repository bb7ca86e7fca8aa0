import { describe, expect, test } from 'vitest';
import { statementTexts } from './statement-texts.ts';
import { bottomOf, overlaps, type PlacedText, readPdf } from './test-pdf.ts';
import { type StatementData, typeset } from './typesetting.ts';

const mm = 72 / 25.4;
/** Nearer to the edge few printers come. */
const printable = 4.2 * mm;
/** As statement.typ sets the page. */
const margin = { side: 15 * mm, top: 18 * mm, bottom: 20 * mm };
/** Rounding, and what a letter reaches beyond its own width. */
const slack = 0.6;
/** A line's box begins where its capitals do; a sign above a Khmer letter may stand over it. */
const capHeight = 0.72;

const khmer = 'សម្ដេចក្រុមព្រះ ចៅពញា ស្រីស្អាត ខ្ញុំ ម្ត៉ាយ';
const latin = 'Lieutenant-General Kanharith-Bunthoeun Wattanakulchaiprasertsak';
const id = `${'long-account-name-'.repeat(3)}of_somebody@chkt`;
const most = '9,007,199,254,740,991';
const amounts = [most, '15,000'] as const;

/** A statement of many rows, with the longest of everything that may stand in one. */
function longest(language: 'en' | 'km', rowCount: number): StatementData {
  const texts = statementTexts[language];
  const rows = Array.from({ length: rowCount }, (_, at) => ({
    time: '2026-03-31 12:00:00',
    what: `Send/Pay · ${id} · ${at % 2 === 0 ? `${khmer} ${khmer}` : latin}`,
    detail: `${'9f3c7b02'.repeat(8)} · ${at % 2 === 0 ? latin : khmer}`,
    out: at % 3 === 0 ? '' : amounts[at % 2 === 0 ? 0 : 1],
    in_: at % 3 === 0 ? amounts[at % 2 === 0 ? 0 : 1] : '',
    balance: amounts[at % 2 === 0 ? 0 : 1],
  }));
  const head = [texts.date, texts.details, texts.moneyOut, texts.moneyIn, texts.balance];
  const summary: [string, string][] = [texts.opening, texts.moneyIn, texts.moneyOut, texts.closing].map(
    (it) => [it, `៛${most}`],
  );
  return {
    language,
    bankName: language === 'km' ? khmer : latin,
    accountId: id,
    period: '2025-10-01 – 2026-03-31',
    made: '2026-03-31 12:00',
    mark: { content: squareMark, ending: '.svg', holdsName: false, heightPt: 26 },
    texts,
    holder: [
      [texts.name, `${khmer} ${latin}`],
      [texts.account, id],
      [texts.contact, `${'a'.repeat(40)}@${'mail.'.repeat(8)}example`],
      [texts.registered, '2024-02-29'],
    ],
    sections: [
      { title: texts.currency.KHR, summary, head, rows },
      { title: texts.currency.USD, summary, head, rows: [] },
    ],
  };
}
const squareMark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
);

const isAmount = ({ text }: PlacedText) => amounts.some((it) => it === text);
const sorted = (values: Iterable<number>) => [...new Set(values)].sort((one, other) => one - other);

describe.each(['en', 'km'] as const)('the longest statement in %s', async (language) => {
  const data = longest(language, 60);
  const pages = await readPdf(await typeset(data, new AbortController().signal));

  test('keeps to its pages', () => {
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      const outside = page.texts.filter(
        (it) => it.left < margin.side - slack || it.right > page.width - margin.side + slack,
      );
      expect(outside).toEqual([]);
      const tops = page.texts.map((it) => it.y + it.size * capHeight);
      expect(Math.max(...tops)).toBeLessThan(page.height - margin.top + slack);
      expect(Math.min(...page.texts.map(bottomOf))).toBeGreaterThan(printable);
    }
  });

  test('has no text over another', () => {
    for (const page of pages) expect(overlaps(page.texts)).toEqual([]);
  });

  test('has its amounts to the right, each column in one line, on every page', () => {
    const rights = pages.map((page) =>
      sorted(page.texts.filter((it) => isAmount(it) && it.size === 8.5).map((it) => Math.round(it.right))),
    );
    expect(rights[1]).toHaveLength(3);
    for (const it of rights.slice(1, -1)) expect(it).toEqual(rights[1]);
  });

  test('has the head of its table and its footer on every page', () => {
    pages.forEach((page, at) => {
      const said = page.texts.map((it) => it.text).join('');
      const footer = page.texts
        .filter((it) => it.y < margin.bottom)
        .map((it) => it.text)
        .join('');
      expect(footer.replace(/\s/g, '')).toContain(`${at + 1}/${pages.length}`);
      expect(footer).toContain('2026-03-31');
      expect(said).toContain('UTC+07:00');
    });
  });
});
