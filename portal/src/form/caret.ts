/**
 * Where the caret goes in a text that was set out anew: before as many typed characters as before. What the field put between
 * them (`setOut`) is passed over in the direction of deletion: a key that takes only a comma, which comes back, does nothing.
 */
export function caretBefore(shown: string, typedAfter: number, setOut: RegExp, forward: boolean): number {
  let at = shown.length;
  for (let after = 0; at > 0 && after < typedAfter; at -= 1)
    if (!setOut.test(shown[at - 1] ?? '')) after += 1;
  while (!forward && at > 0 && setOut.test(shown[at - 1] ?? '')) at -= 1;
  return at;
}
