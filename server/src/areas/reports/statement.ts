import { formatPhone } from '@tonle/contract/phone';
import { transactionTypeLabels } from '@tonle/contract/report-columns';
import type { TransactionType } from '@tonle/contract/transaction-states';
import { type Currency, currencies, formatAmount, groupDigits, symbolOf } from '@tonle/money';
import type { Tx } from '../../db/tx.ts';
import { ownBank } from '../bank-info/bank-info.public.ts';
import { windowOfDays } from '../transactions/transactions.public.ts';
import { bankMark } from './bank-mark.ts';
import { type FileReport, ReportFault } from './report-declaration.ts';
import {
  openingBalance,
  type StatementEntry,
  statementAccount,
  statementEntries,
} from './statement.store.ts';
import { type StatementTexts, statementTexts } from './statement-texts.ts';
import { type StatementData, typeset } from './typesetting.ts';

export type StatementParams = {
  accountId: string;
  /** None means both. */
  currency?: Currency;
  from: string;
  to: string;
  /** When it was asked for: what the statement says of itself. */
  asked: string;
};

/** A page holds some forty entries; beyond this a CSV of the account's details serves better. */
const entriesMax = 3_000;

/** The statement of one account: opening, running and closing balance of each currency (decisions section 9). */
export const accountStatement: FileReport<StatementParams> = {
  kind: 'file',
  type: 'ACCOUNT_STATEMENT',
  collect: async (tx, params, language) => {
    const texts = statementTexts[language];
    const bank = await ownBank(tx);
    const account = await statementAccount(tx, params.accountId);
    if (account === undefined) throw new ReportFault('ACCOUNT_GONE');
    const window = await windowOfDays(tx, params);
    const wanted = params.currency === undefined ? currencies : [params.currency];
    const sections: StatementData['sections'] = [];
    for (const currency of wanted) {
      const asset = currency === 'KHR' ? 0 : 1;
      sections.push(
        await sectionOf(tx, { accountId: account.accountId, asset, ...window }, currency, language, texts),
      );
    }
    return {
      language,
      bankName: bank.name,
      accountId: account.accountId,
      period: `${params.from} – ${params.to}`,
      made: minuteOf(new Date(params.asked)),
      mark: await bankMark(tx),
      texts,
      holder: [
        [texts.name, (language === 'km' ? account.nameKhmer : null) ?? account.fullName ?? '—'],
        [texts.account, account.accountId],
        [texts.contact, contactOf(account.primaryContact)],
        [texts.registered, minuteOf(account.registeredAt).slice(0, 10)],
      ],
      sections,
    };
  },
  make: (data, signal) => typeset(data as StatementData, signal),
};

type Section = StatementData['sections'][number];
type Query = Parameters<typeof openingBalance>[1];

async function sectionOf(
  tx: Tx,
  query: Query,
  currency: Currency,
  language: 'en' | 'km',
  texts: StatementTexts,
): Promise<Section> {
  const opening = await openingBalance(tx, query);
  const entries = await statementEntries(tx, query, entriesMax + 1);
  if (entries.length > entriesMax) throw new ReportFault('STATEMENT_TOO_LONG');
  const total = (wanted: (minor: bigint) => boolean) =>
    entries.reduce((sum, { amountMinor: it }) => (wanted(it) ? sum + it : sum), 0n);
  const money = (minor: bigint) => groupDigits(formatAmount(minor, currency));
  const withSymbol = (minor: bigint) =>
    `${minor < 0n ? '-' : ''}${symbolOf(currency)}${money(minor < 0n ? -minor : minor)}`;
  return {
    title: texts.currency[currency],
    summary: [
      [texts.opening, withSymbol(opening)],
      [texts.moneyIn, withSymbol(total((it) => it > 0n))],
      [texts.moneyOut, withSymbol(-total((it) => it < 0n))],
      [texts.closing, withSymbol(entries.at(-1)?.balanceAfterMinor ?? opening)],
    ],
    head: [texts.date, texts.details, texts.moneyOut, texts.moneyIn, texts.balance],
    rows: entries.map((it) => ({
      time: secondOf(it.created),
      what: whatOf(it, language),
      detail: [it.fiTransactionId, it.description].filter(Boolean).join(' · '),
      out: it.amountMinor < 0n ? money(-it.amountMinor) : '',
      in_: it.amountMinor > 0n ? money(it.amountMinor) : '',
      balance: money(it.balanceAfterMinor),
    })),
  };
}

const typeNames: readonly TransactionType[] = ['Send/Pay', 'Deposit', 'Receive'];

const whatOf = ({ type, otherAccountId, otherName }: StatementEntry, language: 'en' | 'km'): string =>
  [transactionTypeLabels[language][typeNames[type] ?? 'Receive'], otherAccountId, otherName]
    .filter(Boolean)
    .join(' · ');

const contactOf = (contact: string): string => (/^855\d+$/.test(contact) ? formatPhone(contact) : contact);

/** Phnom Penh's clock, which keeps UTC+7 all year. */
const secondOf = (instant: Date): string =>
  new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const minuteOf = (instant: Date): string => secondOf(instant).slice(0, 16);
