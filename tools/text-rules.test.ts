import { expect, test } from 'vitest';
import { parseSource } from './house-sources.ts';
import { textViolations, unusedTextViolations } from './text-rules.ts';

const judge = (code: string, path = 'portal/src/ui/planted.tsx'): string[] =>
  textViolations([parseSource(path, code)]).map((it) => it.replace(/^.*?: /, '').replace(/, which.*/, ''));

test.each([
  ['<p>Send money</p>', 'Send money'],
  ["<p>{many ? 'rows' : 'row'}</p>", 'rows'],
  ['<p>{`all $' + '{count} rows`}</p>', 'all … rows'],
  ['<button aria-label="Close">×</button>', 'Close'],
  ["<Field label={'ចំនួន'} />", 'ចំនួន'],
  ["<Column of={{ label: 'Amount' }} />", 'Amount'],
])('%s is found', (markup, text) => {
  expect(judge(`export const It = () => ${markup};`)[0]).toBe(`shows "${text}"`);
});

test('what is no text is let be', () => {
  const markup = `<p className="tn-card wide" title={t('page.title')}>{t('sum', { label: 'status' })} · KHR 1 <b>Tonle</b></p>`;
  expect(judge(`export const It = () => ${markup};`)).toEqual([]);
  expect(judge('export const It = () => <p>Send money</p>;', 'portal/src/gallery/it.tsx')).toEqual([]);
});

test('dates and numbers by the browser’s languages are found', () => {
  const fault = ["formats or sorts by the browser's languages"];
  expect(
    judge('export const day = (at: Date) => at.toLocaleDateString("km");', 'portal/src/i18n/day.ts'),
  ).toEqual(fault);
  expect(judge('export const sum = new Intl.NumberFormat("km");', 'portal/src/i18n/sum.ts')).toEqual(fault);
  expect(judge('export const order = (a: string, b: string) => a.localeCompare(b);')).toEqual(fault);
});

test('a text that nobody shows is found, whether its key is named whole or put together', () => {
  const catalogue = "export default {\n  'a.title': 'A',\n  'state.OPEN': 'Open',\n  lonely: 'Nobody',\n};\n";
  const screen = "export const It = () => <p title={t('a.title')}>{t(`state.$" + '{state}`)}</p>;';
  expect(
    unusedTextViolations([
      parseSource('portal/src/areas/x/x.en.ts', catalogue),
      parseSource('portal/src/areas/x/it.tsx', screen),
    ]),
  ).toEqual(['portal/src/areas/x/x.en.ts: nobody shows "lonely"']);
});
