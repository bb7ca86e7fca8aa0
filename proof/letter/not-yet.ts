/**
 * What the specifications name and the product lacks. The test fails as soon as one of these is there, so that the list
 * is emptied; and it fails where something else is missing.
 */
export const notYet: {
  readonly calls: readonly string[];
  readonly routes: readonly string[];
  readonly texts: readonly string[];
} = { calls: [], routes: [], texts: [] };
