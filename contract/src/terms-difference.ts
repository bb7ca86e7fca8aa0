export type DifferenceLine = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond this many pairs the middle is shown as replaced: comparing would keep the page waiting. */
const pairsMax = 4_000_000;

/** What has become of some lines, in order: the longest common ones stay, the rest is removed or added. */
export function differenceOf(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const same = (lines: readonly string[]) => lines.map((text) => ({ kind: 'same' as const, text }));
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const removed = (text: string) => ({ kind: 'removed' as const, text });
  const added = (text: string) => ({ kind: 'added' as const, text });
  if (before.length * after.length > pairsMax) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  // How many lines are common from here to the end.
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]];
    if (old !== undefined && old === next) {
      lines.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (next === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(removed(old));
      i += 1;
    } else if (next !== undefined) {
      lines.push(added(next));
      j += 1;
    }
  }
  return lines;
}
