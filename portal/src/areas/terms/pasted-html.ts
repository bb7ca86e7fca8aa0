const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const attribute = /[\s/](?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/**
 * Pasted HTML without the styles and handlers of Word or a page, which our policy would only block and report. Words that look
 * like them stay.
 */
export const withoutAttributes = (html: string): string =>
  html.replace(tag, (it) => it.replace(attribute, ' '));
