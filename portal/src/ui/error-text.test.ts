import { expect, test } from 'vitest';
import { shellTexts } from '../i18n/shell-texts.ts';
import { errorText } from './error-text.ts';

test('what nobody can name is "Error Unknown", under the title "Error"', async () => {
  await shellTexts.load('en');
  expect(errorText(new Error('secret'), 'en')).toEqual({
    title: 'Error',
    detail: 'Error Unknown',
    reference: undefined,
  });
});
