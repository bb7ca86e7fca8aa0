/**
 * Documents that must come out inert or be refused, on writing and on reading, here and in the browser
 * (4-known-faults.md: strapi 26857, speckle-server 1101). Each would run or show `hacked` if it were let through.
 */
const text = (it: string, marks?: object[]) => ({ type: 'text', text: it, ...(marks && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content });
const run = 'window.hacked=1';

/** A document around which the bad part stands; what is good of it may stay. */
const around = (...bad: object[]) => doc(paragraph(text('Before')), ...bad, paragraph(text('After')));
const linked = (href: unknown, more: object = {}) =>
  around(paragraph(text('press', [{ type: 'link', attrs: { href, ...more } }])));

/** Written as text: nobody builds such an object. */
const nested = (depth: number): string =>
  `{"type":"doc","content":[${'{"type":"blockquote","content":['.repeat(depth)}${JSON.stringify(
    paragraph(text('deep')),
  )}${']}'.repeat(depth)}]}`;

export const hostileTerms: Readonly<Record<string, string>> = {
  'an image node with onerror': around({ type: 'image', attrs: { src: 'x', onerror: run } }),
  'raw HTML as a node': around({ type: 'html', html: `<img src=x onerror="${run}">` }),
  'an SVG node': around({ type: 'svg', attrs: { onload: run }, content: [{ type: 'script', text: run }] }),
  'an iframe node': around({ type: 'iframe', attrs: { srcdoc: `<script>parent.${run}</script>` } }),
  'a script node': around({ type: 'script', content: [text(run)] }),
  'a paragraph with an event': around({
    type: 'paragraph',
    attrs: { onclick: run, style: 'position:fixed;inset:0' },
    content: [text('press')],
  }),
  'a heading of level <img>': around({
    type: 'heading',
    attrs: { level: `1 onmouseover=${run}` },
    content: [text('Heading')],
  }),
  'a list that starts at markup': around({
    type: 'orderedList',
    attrs: { start: `1" onfocus="${run}` },
    content: [{ type: 'listItem', content: [paragraph(text('one'))] }],
  }),
  'a mark that does not exist': around(
    paragraph(text('press', [{ type: 'textStyle', attrs: { style: `background:url(javascript:${run})` } }])),
  ),
  'a mark with an event': around(paragraph(text('press', [{ type: 'bold', attrs: { onclick: run } }]))),
  'a javascript: link': linked(`javascript:${run}`),
  'a javascript: link in capitals': linked(`JaVaScRiPt:${run}`),
  'a javascript: link with a tab': linked(`java\tscript:${run}`),
  'a javascript: link with a newline in front': linked(`\njavascript:${run}`),
  'a javascript: link with a control character': linked(`\u0001javascript:${run}`),
  'a data: link': linked(`data:text/html,<script>${run}</script>`),
  'a vbscript: link': linked('vbscript:msgbox(1)'),
  'a blob: link': linked('blob:https://bank.example/1'),
  'a file: link': linked('file:///etc/passwd'),
  'a link without a scheme': linked('//evil.example'),
  'a link with a user in it': linked('https://bank.example@evil.example/'),
  'a link that breaks out of its attribute': linked(`https://a.example/" onmouseover="${run}`),
  'a link that is no text': linked({ toString: run }),
  'a link that is very long': linked(`https://a.example/${'x'.repeat(2_000)}`),
  'a link with an event': linked('https://a.example/', { onclick: run, target: '_top' }),
  'a node named constructor': around({ type: 'constructor' }),
  'a node named toString': around({ type: 'toString', content: [] }),
  'content that is no list': JSON.stringify({ type: 'doc', content: { 0: paragraph(text('x')), length: 1 } }),
  'text that is no text': around(paragraph({ type: 'text', text: { toString: run } })),
  'text with NUL': around(paragraph(text('a\u0000b'))),
  'a document in a document': around({ type: 'doc', content: [paragraph(text('inner'))] }),
  'a list item outside a list': around({ type: 'listItem', content: [paragraph(text('x'))] }),
  'text outside a paragraph': doc(text('bare')),
  'a field beside the others': JSON.stringify({ type: 'doc', content: [paragraph(text('x'))], script: run }),
  'nesting of 13': nested(13),
  'nesting of 5,000': nested(5_000),
  '30,000 nodes': doc(...Array.from({ length: 30_000 }, () => ({ type: 'paragraph' }))).slice(0, 199_990),
  __proto__: `{"type":"doc","__proto__":{"type":"image"},"content":[{"type":"paragraph"}]}`,
  'a prototype, escaped': `{"type":"doc","\\u005f_proto__":{"hacked":1},"content":[]}`,
  'a type given twice': `{"type":"doc","type":"image","content":[]}`,
  'an array': '[{"type":"doc"}]',
  'a text': '"<script>window.hacked=1</script>"',
  'a number': '1e400',
  null: 'null',
  HTML: `<p>Terms</p><img src=x onerror="${run}">`,
  'half a document': '{"type":"doc","content":[{"type":"para',
  'a lone surrogate':
    '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"\\ud800"}]}]}',
};
