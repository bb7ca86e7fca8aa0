/** A server process with many writers on one hot account; started by writers.test.ts, which reads what it prints. */
import { openDatabase } from '../../../server/src/db/test-database.ts';
import { createLedger } from '../ledger.ts';
import { customerId, keyed, mainId, transferOf } from './bank.ts';

const [url = '', process_ = '0', writers = '25', transfers = '12', customers = '10'] = process.argv.slice(2);
const database = openDatabase(url, { max: 2, pipeline: true });
const ledger = createLedger({ pool: database.pool });

/** Every third transfer is one that the other process sends too, under the same key. */
async function write(writer: number): Promise<void> {
  for (let n = 0; n < Number(transfers); n++) {
    const shared = n % 3 === 0;
    const number = (shared ? 0 : (Number(process_) + 1) * 1_000_000) + writer * 1_000 + n;
    const amountMinor = BigInt(1 + (number % 7));
    const prepared = transferOf(number, {
      debitAccountId: mainId,
      creditAccountId: customerId(number % Number(customers)),
      amountMinor,
    });
    const key = keyed(`key ${number}`);
    const result = await ledger.submit({
      key,
      requires: [{ kind: 'account-open', accountId: prepared.draft.creditAccountId }],
      transfers: [prepared],
    });
    const seq = result.outcome === 'posted' ? `${result.transfers[0]?.seq}` : result.reason.name;
    const replayed = result.outcome === 'posted' && result.replayed;
    console.log(JSON.stringify({ key: key.key, seq, replayed, amount: Number(amountMinor) }));
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
await ledger.close();
await database.close();
