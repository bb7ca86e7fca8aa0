import { fill, messages } from '@tonle/contract/messages';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { contractTexts } from '../i18n/contract-texts.ts';
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

const ofBalance = { account: 'sok@chkt', khr: '3283500', usd: '397.28' };
const ofDay = { limit: '3000.00', spent: '2900.00', currency: 'USD' };

test.each([
  ['en', 'BALANCE_LEFT', ofBalance, 'still holds ៛3,283,500 KHR and $397.28 USD.'],
  ['km', 'BALANCE_LEFT', ofBalance, 'នៅមាន ៛3,283,500 KHR និង $397.28 USD។'],
  ['en', 'DAY_LIMIT_EXCEEDED', ofDay, 'of $3,000.00 USD a day $2,900.00 USD are spent'],
  ['km', 'DAY_LIMIT_EXCEEDED', ofDay, 'ក្នុងចំណោម $3,000.00 USD ក្នុងមួយថ្ងៃ បានចំណាយ $2,900.00 USD រួចហើយ'],
] as const)('a refusal shows amounts as people read them: %s %s', async (language, name, data, shown) => {
  await Promise.all([contractTexts.load(language), shellTexts.load(language)]);
  const message = fill(messages[`refusal.${name}`], data);
  expect(errorText(new ApiError({ kind: 'refused', name, data, message }), language).detail).toContain(shown);
});
