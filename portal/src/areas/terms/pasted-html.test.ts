import { expect, test } from 'vitest';
import { withoutAttributes } from './pasted-html.ts';

test.each([
  ['<p style="color: red" class="a">One</p>', '<p  class="a">One</p>'],
  [`<img src=x onerror='alert("1 > 0")'>`, '<img src=x >'],
  ['<img/onerror=alert(1)>', '<img >'],
  ['<a title="a > b" onclick="go()">b</a>', '<a title="a > b" >b</a>'],
  // The words of the terms.
  [
    '<p>Write style="bold" and only = "once", a < b on = "c".</p>',
    '<p>Write style="bold" and only = "once", a < b on = "c".</p>',
  ],
])('%s is pasted as %s', (html, pasted) => {
  expect(withoutAttributes(html)).toBe(pasted);
});
