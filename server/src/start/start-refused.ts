/** A reason not to start, worded for the person who tried: shown alone, without a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
