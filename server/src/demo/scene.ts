import { dayOf } from '@tonle/contract/phnom-penh-day';
import { normalisePhone } from '@tonle/contract/phone';
import type { Random } from '@tonle/contract/random';
import {
  type EventDraft,
  type PreparedTransfer,
  prepareTransfer,
  type Standing,
  settlementAccountId,
  type TransactionType,
  type TransferDraft,
} from '@tonle/ledger';
import { assetOf, type Currency } from '@tonle/money';
import { detailsOf, type TransactionFacts } from '../areas/transactions/transactions.public.ts';
import { Agenda } from './agenda.ts';
import { chaktomuk, type OtherBank, otherBanks } from './demo-bank.ts';
import { type DemoCustomer, shownName } from './demo-customers.ts';
import { familyNames, menNames, mobilePrefixes, womenNames } from './names.ts';

/** Something that goes into the ledger as one command, at its time. */
export type DemoStep = {
  at: Date;
  transfers?: PreparedTransfer[];
  events?: EventDraft[];
  /** The console user who sent it. */
  sentBy?: string;
};

/** One side of a transaction: the account in the book, and what people see of it. */
export type Party = {
  legId: string;
  shownId: string;
  name: string;
  phone?: string;
  walletType: 'MOBILE' | 'DESKTOP' | 'WEB' | 'BANK';
  bank: { name: string; participantCode: string };
};

export const mainParty: Party = {
  legId: chaktomuk.mainAccountId,
  shownId: chaktomuk.mainAccountId,
  name: chaktomuk.name,
  walletType: 'BANK',
  bank: chaktomuk,
};

export function customerParty(it: DemoCustomer): Party {
  const phone = normalisePhone(it.primaryContact);
  return {
    legId: it.accountId,
    shownId: it.accountId,
    name: shownName(it),
    ...(phone === undefined ? {} : { phone }),
    walletType: it.accountType,
    bank: chaktomuk,
  };
}

export const otherMainParty = (bank: OtherBank): Party => ({
  legId: settlementAccountId(bank.participantCode),
  shownId: bank.mainAccountId,
  name: bank.name,
  walletType: 'BANK',
  bank,
});

/** People who bank elsewhere; the same ones come up again and again. */
export function makeOtherPeople(random: Random): Party[] {
  return otherBanks.flatMap((bank) =>
    Array.from({ length: 45 }, (_, index): Party => {
      const first = random.pick(random.percent(50) ? menNames : womenNames);
      const last = random.pick(familyNames);
      return {
        legId: settlementAccountId(bank.participantCode),
        shownId: `${last.latin}_${first.latin}${index}@${bank.domain}`.toLowerCase(),
        name: `${first.latin} ${last.latin}`,
        phone: `855${random.pick(mobilePrefixes)}${random.between(200_000, 999_999)}`,
        walletType: 'MOBILE',
        bank,
      };
    }),
  );
}

export type Movement = {
  from: Party;
  to: Party;
  currency: Currency;
  amountMinor: bigint;
  type: TransactionType;
  standing: Standing;
  description?: string;
  extRef?: string;
  facts?: TransactionFacts;
  pairedHash?: Uint8Array;
  group?: number;
};

/** Where the demo's past plays: who is there, what everyone has, what is yet to come. */
export class Scene {
  readonly random: Random;
  readonly people: readonly DemoCustomer[];
  readonly others: readonly Party[];
  readonly agenda = new Agenda();
  readonly steps: DemoStep[] = [];
  readonly #balances = new Map<string, bigint>();

  constructor(random: Random, people: readonly DemoCustomer[]) {
    this.random = random;
    this.people = people.filter((it) => it.fate !== 'deleted');
    this.others = makeOtherPeople(random);
  }

  balanceOf(accountId: string, currency: Currency): bigint {
    return this.#balances.get(`${accountId} ${currency}`) ?? 0n;
  }

  /** Whether the payer has the money; only the bank's own accounts are counted. */
  canPay(party: Party, currency: Currency, amountMinor: bigint): boolean {
    return !this.#isOwn(party) || this.balanceOf(party.legId, currency) >= amountMinor;
  }

  #isOwn(party: Party): boolean {
    return party.bank.participantCode === chaktomuk.participantCode && !party.legId.endsWith('@settle');
  }

  /** Moves the money here and gives the transfer that will move it in the book. */
  move(at: Date, it: Movement): PreparedTransfer {
    this.#add(it.from.legId, it.currency, -it.amountMinor);
    this.#add(it.to.legId, it.currency, it.amountMinor);
    return prepareTransfer(this.#draftOf(at, it));
  }

  #add(accountId: string, currency: Currency, amountMinor: bigint): void {
    const key = `${accountId} ${currency}`;
    this.#balances.set(key, (this.#balances.get(key) ?? 0n) + amountMinor);
  }

  #draftOf(at: Date, it: Movement): TransferDraft {
    const { from, to, random } = { ...it, random: this.random };
    const isInterbank = from.bank !== to.bank;
    const code = from.bank.participantCode.slice(0, 4);
    return {
      nonce: random.bytes(16),
      assetId: assetOf(it.currency),
      amountMinor: it.amountMinor,
      type: it.type,
      standing: it.standing,
      debitAccountId: from.legId,
      creditAccountId: to.legId,
      ...(from.shownId === from.legId ? {} : { sourceAccountId: from.shownId }),
      ...(to.shownId === to.legId ? {} : { destinationAccountId: to.shownId }),
      fiTransactionId: `${code}${dayOf(at).replaceAll('-', '')}${random.letters(12)}`,
      ...(isInterbank
        ? { fastTransactionId: `FAST${dayOf(at).replaceAll('-', '')}${random.letters(14)}` }
        : {}),
      ...(it.extRef === undefined ? {} : { extRef: it.extRef }),
      ...(it.description === undefined ? {} : { description: it.description }),
      sourceName: from.name,
      ...(from.phone === undefined ? {} : { sourcePhoneNumber: from.phone }),
      destinationName: to.name,
      ...(to.phone === undefined ? {} : { destinationPhoneNumber: to.phone }),
      ...(it.pairedHash === undefined ? {} : { pairedHash: it.pairedHash }),
      ...(it.group === undefined ? {} : { group: it.group }),
      details: detailsOf({
        sourceBankName: from.bank.name,
        sourceBankParticipantCode: from.bank.participantCode,
        sourceWalletType: from.walletType,
        destinationBankName: to.bank.name,
        destinationBankParticipantCode: to.bank.participantCode,
        destinationWalletType: to.walletType,
        transactionWalletType: from.walletType,
        ...(isInterbank ? { receiverBankAccount: to.shownId } : {}),
        ...it.facts,
      }),
    };
  }
}
