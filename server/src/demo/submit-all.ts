import type { Command, Ledger } from '@tonle/ledger';

/** As many as one batch of the ledger takes. */
const batch = 1_000;

/** Has all of it posted in its order, or says what was refused: the demo asks for nothing that is not right. */
export async function submitAll(
  ledger: Ledger,
  commands: readonly Command[],
  onDone?: (count: number) => void,
): Promise<void> {
  for (let start = 0; start < commands.length; start += batch) {
    const part = commands.slice(start, start + batch);
    const results = await Promise.all(part.map((command) => ledger.submit(command)));
    const refused = results.find((it) => it.outcome === 'refused');
    if (refused?.outcome === 'refused') {
      throw new Error(`the demo's past was refused by the ledger: ${JSON.stringify(refused.reason, asText)}`);
    }
    onDone?.(Math.min(start + batch, commands.length));
  }
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
