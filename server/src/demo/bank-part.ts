import { addDays, startOfDay } from '@tonle/contract/phnom-penh-day';
import { type Command, issuanceAccountId, settlementAccountId } from '@tonle/ledger';
import { addBanks } from '../areas/bank-info/bank-info.public.ts';
import { installBankKey } from '../areas/keyholders/keyholders.public.ts';
import { addFirstTerms } from '../areas/terms/terms.public.ts';
import { inTransaction } from '../db/tx.ts';
import { chaktomuk, demoUsers, otherBanks } from './demo-bank.ts';
import type { DemoPart } from './demo-part.ts';
import { submitAll } from './submit-all.ts';

const foundedDaysAgo = 700;

/** The banks, the book's own accounts, and the key that three people made together. */
export const addBank: DemoPart = async (stage) => {
  const { database, ledger, config, today, users, progress, beforeCeremony } = stage;
  const founded = new Date(startOfDay(addDays(today, -foundedDaysAgo)).getTime() + 9 * 3_600_000);
  await inTransaction(database.db, async (tx) => {
    await addBanks(tx, [chaktomuk, ...otherBanks]);
    // As the editor keeps it: nodes, never HTML.
    const document = (kind: string) => {
      const text = `These are the terms and conditions of ${chaktomuk.name} for ${kind}.`;
      return JSON.stringify({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      });
    };
    await addFirstTerms(tx, [
      { channel: 'MOBILE', document: document('mobile customers'), at: founded },
      { channel: 'DESKTOP', document: document('organisations'), at: founded },
      { channel: 'WEB', document: document('web customers'), at: founded },
    ]);
  });
  const openings: Command = {
    created: founded,
    openings: [
      {
        accountId: chaktomuk.mainAccountId,
        kind: 'MAIN',
        bankCode: chaktomuk.participantCode,
        status: beforeCeremony ? 'DEACTIVATED' : 'ACTIVATED',
      },
      { accountId: issuanceAccountId, kind: 'ISSUANCE' },
      ...otherBanks.map(({ participantCode }) => ({
        accountId: settlementAccountId(participantCode),
        kind: 'SETTLEMENT' as const,
        bankCode: participantCode,
      })),
    ],
  };
  await submitAll(ledger, [openings]);
  if (beforeCeremony) return;
  progress('Demo bank: the key ceremony of three keyholders');
  await installBankKey({
    db: database.db,
    ledger,
    dataDir: config.dataDir,
    keyWrapSecret: config.keyWrapSecret,
    accountId: chaktomuk.mainAccountId,
    keyholders: demoUsers.flatMap(({ login, secret }) => {
      const actor = users.get(login);
      return secret === undefined || actor === undefined ? [] : [{ actor, secret }];
    }),
    at: new Date(founded.getTime() + 3_600_000),
  });
};
