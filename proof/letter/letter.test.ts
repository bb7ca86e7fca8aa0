import { pages } from '@tonle/contract/pages';
import { describe, expect, it } from 'vitest';
import { namedCalls } from './calls.ts';
import { notYet } from './not-yet.ts';
import {
  comparable,
  endpointOf,
  englishTexts,
  isBuiltIn,
  missingNames,
  portalRoutes,
  routePattern,
} from './product.ts';
import { namedRoutes, routesWithoutScreen } from './routes.ts';
import { quotedTexts } from './texts.ts';

/** The product to the letter of both specifications. What is missing is on the list of `not-yet.ts`, or fails. */
describe('to the letter', () => {
  it('every call of section 7 is there', () => {
    const missing = namedCalls.map((it) => it.call).filter((call) => endpointOf(call) === undefined);
    expect([...new Set(missing)].sort()).toEqual([...notYet.calls].sort());
  });

  it('every name of a query, a body and an answer is there', () => {
    const missing = namedCalls.flatMap((named) => {
      const endpoint = endpointOf(named.call);
      return endpoint === undefined ? [] : missingNames(endpoint, named).map((it) => `${named.call}: ${it}`);
    });
    expect(missing).toEqual([]);
  });

  it('every route of section 2 has a screen', async () => {
    const routes = await portalRoutes(new Map(pages.map(({ name, url }) => [name, url])));
    const missing = namedRoutes.filter((it) => !routes.has(routePattern(it)));
    expect(missing.sort()).toEqual([...notYet.routes].sort());
    expect(routesWithoutScreen.filter((it) => routes.has(it))).toEqual([]);
  });

  it('every quoted text is said', async () => {
    const said = await englishTexts();
    const missing = quotedTexts.filter(({ text, as, inCode }) =>
      inCode === undefined
        ? (as ?? [text]).some((it) => !said.has(comparable(it)))
        : !isBuiltIn(inCode, text),
    );
    expect(missing.map(({ text }) => text).sort()).toEqual([...notYet.texts].sort());
  });

  it('a list of nothing would pass: there is much to hold', () => {
    console.log(
      `To the letter: ${namedCalls.length} calls, ${namedRoutes.length} routes, ${quotedTexts.length} quoted texts`,
    );
    expect([namedCalls.length > 120, namedRoutes.length > 55, quotedTexts.length > 140]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
