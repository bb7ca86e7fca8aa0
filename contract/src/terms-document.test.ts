import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceOf } from './terms-difference.ts';
import { isBlankTerms, isTermsLink, judgeTerms, termsDepthMax, termsLines } from './terms-document.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const item = (...content: object[]) => ({ type: 'listItem', content });

describe('terms', () => {
  test('whatever comes in, what comes out is judged clean and is built anew', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (given) => {
        const { document } = judgeTerms(given);
        expect(judgeTerms(document)).toEqual({ document, faults: [], lost: [] });
      }),
    );
  });

  test('made of known names in any order come out clean', () => {
    const names = ['doc', 'paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'text', 'image'];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.record(
        {
          type: fc.constantFrom(...names),
          text: fc.string(),
          attrs: fc.dictionary(fc.constantFrom('level', 'start', 'href', 'onclick'), fc.anything(), {
            maxKeys: 2,
          }),
          content: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
          marks: fc.array(fc.record({ type: fc.constantFrom('bold', 'link', 'evil'), attrs: fc.anything() })),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), (content) => {
        const { document } = judgeTerms({ type: 'doc', content });
        expect(judgeTerms(document)).toEqual({ document, faults: [], lost: [] });
      }),
    );
  });

  test('nest as deep as is allowed and no deeper', () => {
    const nested = (depth: number) => {
      let inner: object = { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] };
      for (let at = 0; at < depth - 3; at += 1) inner = { type: 'blockquote', content: [inner] };
      return judgeTerms({ type: 'doc', content: [inner] });
    };
    expect(nested(termsDepthMax).faults).toEqual([]);
    expect(nested(termsDepthMax + 1).faults[0]).toBe('nesting');
    expect(nested(termsDepthMax + 1).lost[0]).toBe('nesting');
  });

  test('tell what was lost from what was only trimmed, so that no editor drops words in silence', () => {
    const linked = {
      ...paragraph('here').content[0],
      marks: [{ type: 'link', attrs: { href: 'https://a.example', target: '_blank', rel: null } }],
    };
    const trimmed = judgeTerms({ type: 'doc', content: [{ type: 'paragraph', content: [linked] }] });
    expect(trimmed.faults).not.toEqual([]);
    expect(trimmed.lost).toEqual([]);
    const image = judgeTerms({ type: 'doc', content: [paragraph('kept'), { type: 'image' }] });
    expect(image.lost).toEqual(['node image']);
    expect(judgeTerms({ type: 'doc', content: [paragraph('a\u000bb')] }).lost).toEqual(['text']);
  });

  test('of nothing that can be seen are blank', () => {
    expect(isBlankTerms(judgeTerms({ type: 'doc', content: [paragraph('\u200b \u2060')] }).document)).toBe(
      true,
    );
  });

  test.each(['https://a.example', 'http://a.example/x?y#z', 'mailto:a@b.example', 'tel:+85512345678'])(
    'may lead to %s',
    (href) => expect(isTermsLink(href)).toBe(true),
  );

  test('are read as lines, a block each', () => {
    const { document } = judgeTerms({
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Fees' }] },
        {
          type: 'orderedList',
          attrs: { start: 4 },
          content: [item(paragraph('four'), paragraph('more')), item(paragraph('five'))],
        },
        { type: 'blockquote', content: [paragraph('said')] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'see', marks: [{ type: 'link', attrs: { href: 'https://a.example/' } }] },
            { type: 'hardBreak' },
            { type: 'text', text: 'there' },
          ],
        },
      ],
    });
    expect(termsLines(document)).toEqual([
      '## Fees',
      '4. four',
      '   more',
      '5. five',
      '│ said',
      'see (https://a.example/)',
      'there',
    ]);
  });

  test('without a word are blank', () => {
    const blank = (...content: object[]) => isBlankTerms(judgeTerms({ type: 'doc', content }).document);
    expect(blank({ type: 'paragraph' }, { type: 'horizontalRule' }, paragraph(' '))).toBe(true);
    expect(blank(paragraph('x'))).toBe(false);
  });
});

describe('a difference', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
  test('tells both texts whole, in order', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const found = differenceOf(before, after);
        expect(found.filter((it) => it.kind !== 'added').map((it) => it.text)).toEqual(before);
        expect(found.filter((it) => it.kind !== 'removed').map((it) => it.text)).toEqual(after);
      }),
    );
  });
  test('keeps what is common', () => {
    expect(differenceOf(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'])).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'same', text: 'd' },
    ]);
  });
});
