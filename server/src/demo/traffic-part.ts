import { nationalDayLimits } from '@tonle/contract/kyc-limits';
import {
  type Command,
  deactivateAccount,
  deleteAccount,
  freezeAccount,
  type PreparedTransfer,
  signTransfer,
} from '@tonle/ledger';
import { currencyOf, formatAmount } from '@tonle/money';
import { auditAttachment } from '../areas/audit-log/audit-log.public.ts';
import { openBankKey } from '../areas/keyholders/keyholders.public.ts';
import { inTransaction, rawTx } from '../db/tx.ts';
import type { Actor } from '../http/call.ts';
import { chaktomuk } from './demo-bank.ts';
import type { DemoPart, Stage } from './demo-part.ts';
import type { DemoStep } from './scene.ts';
import { submitAll } from './submit-all.ts';
import { makeTraffic } from './traffic.ts';

/** The accounts, what they began with and what has gone through them since, in the order of time. */
export const addTraffic: DemoPart = async (stage) => {
  const { customers, now, size, beforeCeremony, progress, ledger } = stage;
  const openings: Command[] = customers.map((it) => ({
    created: it.registeredAt,
    openings: [
      {
        accountId: it.accountId,
        kind: 'CUSTOMER',
        dayLimitKhrMinor: nationalDayLimits[it.kycStatus].khrMinor,
        dayLimitUsdMinor: nationalDayLimits[it.kycStatus].usdMinor,
      },
    ],
  }));
  const steps = beforeCeremony ? [] : makeTraffic(customers, now, size.perDay);
  const posted = beforeCeremony ? [] : await commandsOf(stage, steps);
  const commands = [...openings, ...posted].sort((a, b) => timeOf(a) - timeOf(b));
  const count = new Intl.NumberFormat('en').format;
  await submitAll(ledger, commands, (done) =>
    progress(`Demo bank: ${count(done)} of ${count(commands.length)} entries of the past`),
  );
  await closeSome(stage);
};

const timeOf = ({ created }: Command): number => created?.getTime() ?? 0;

async function commandsOf(stage: Stage, steps: readonly DemoStep[]): Promise<Command[]> {
  const { database, config, users } = stage;
  const bankKey = await openBankKey({
    db: database.db,
    dataDir: config.dataDir,
    keyWrapSecret: config.keyWrapSecret,
  });
  const signer = bankKey.signer();
  const signed = (it: PreparedTransfer): Promise<PreparedTransfer> | PreparedTransfer =>
    it.draft.debitAccountId === chaktomuk.mainAccountId ? signTransfer(it, signer) : it;
  return Promise.all(
    steps.map(async (step): Promise<Command> => {
      const transfers = await Promise.all((step.transfers ?? []).map(signed));
      const sender = step.sentBy === undefined ? undefined : users.get(step.sentBy);
      return {
        created: step.at,
        transfers,
        events: step.events ?? [],
        attach: sender === undefined ? [] : transfers.filter(isFromMain).map((it) => entryOf(sender, it)),
      };
    }),
  );
}

const isFromMain = ({ draft }: PreparedTransfer): boolean => draft.debitAccountId === chaktomuk.mainAccountId;

function entryOf(actor: Actor, { draft, hash }: PreparedTransfer) {
  const currency = currencyOf(draft.assetId);
  const amount = formatAmount(draft.amountMinor, currency);
  const to = draft.destinationAccountId ?? draft.creditAccountId;
  return auditAttachment({
    actor,
    activity: 'TRANSFER_SENT',
    description: `Sent ${amount} ${currency} from ${chaktomuk.mainAccountId} to ${to}`,
    subject: to,
    new: { transactionHash: Buffer.from(hash).toString('hex'), destAccountId: to, currency, amount },
  });
}

/** What became of a few accounts: frozen, deactivated, or deleted before there was ever money in them. */
async function closeSome({ database, customers }: Stage): Promise<void> {
  const doors = { frozen: freezeAccount, deactivated: deactivateAccount, deleted: deleteAccount };
  await inTransaction(database.db, async (tx) => {
    for (const { accountId, fate } of customers) {
      if (fate === 'open') continue;
      const { outcome } = await doors[fate](rawTx(tx), accountId);
      if (outcome !== 'changed') throw new Error(`the demo's account ${accountId} could not be ${fate}`);
    }
  });
}
