import { dashboard } from '@tonle/contract/dashboard';
import {
  accountByName,
  accountByPrimaryContact,
  accountsStartingWith,
  balanceInquiry,
  checkAccount,
  currencyMap,
  listChoices,
  participantBank,
  properties,
  selfInfo,
  transfer,
  transferByKey,
} from '@tonle/contract/main-account';
import { Refusal } from '@tonle/contract/refusal';
import { transactionStatuses } from '@tonle/contract/transaction-states';
import { type AssetId, currencies, currencyOf, decimalsOf, symbolOf } from '@tonle/money';
import { inTransaction, type Tx } from '../../db/tx.ts';
import { on } from '../../http/on.ts';
import { bankOfCode, ownBank } from '../bank-info/bank-info.public.ts';
import { termsInForce } from '../terms/terms.public.ts';
import {
  balanceOf,
  checkAccountState,
  contactOf,
  foundBy,
  lookUpByContact,
  lookUpByName,
} from './accounts.service.ts';
import { checkAbroad, isAbroad, lookUpContactAbroad } from './accounts-abroad.service.ts';
import { readDashboard } from './dashboard.service.ts';
import * as store from './main-account.store.ts';
import { outcomeOf, sendTransfer, type TransferDeps } from './transfer.service.ts';

const currencyInfo = (assetId: AssetId) => {
  const currencyName = currencyOf(assetId);
  return {
    assetId,
    currencyName,
    currencySymbol: symbolOf(currencyName),
    precision: decimalsOf(currencyName),
  };
};

export const routes = (deps: TransferDeps) => {
  const reading = <Result>(work: (tx: Tx) => Promise<Result>) =>
    inTransaction(deps.db, work, { readOnly: true });
  return [
    on(properties, ({ log }) =>
      reading(async (tx) => {
        const { MOBILE, DESKTOP, WEB } = await termsInForce(tx, log);
        return {
          termConditionMobile: MOBILE.text,
          termConditionDesktop: DESKTOP.text,
          termConditionWeb: WEB.text,
          termVersionMobile: MOBILE.version,
          termVersionDesktop: DESKTOP.version,
          termVersionWeb: WEB.version,
        };
      }),
    ),
    on(selfInfo, () =>
      reading(async (tx) => {
        const bank = await ownBank(tx);
        return {
          bin: bank.name,
          participantCode: bank.participantCode,
          accountId: bank.mainAccountId,
          mobileRegistrationVerificationType: bank.mobileRegistration,
        };
      }),
    ),
    on(currencyMap, async () => ({
      'khr#nbc': currencyInfo('khr#nbc'),
      'usd#nbc': currencyInfo('usd#nbc'),
    })),
    on(participantBank, ({ params }) =>
      reading(async (tx) => {
        const bank = await bankOfCode(tx, params.code);
        if (bank === undefined) throw new Refusal('NOT_FOUND');
        const { participantCode, name, domain, mainAccountId } = bank;
        return { participantCode, bin: name, name, domain, accountId: mainAccountId };
      }),
    ),
    on(dashboard, ({ session }) => readDashboard(deps.db, deps.clock(), session.permissions)),
    on(balanceInquiry, ({ params }) => reading((tx) => balanceOf(tx, params.id))),
    on(checkAccount, async ({ params: { id } }) => {
      const own = await reading(ownBank);
      return isAbroad(own, id)
        ? checkAbroad(deps.network, own, id)
        : reading((tx) => checkAccountState(tx, id));
    }),
    on(accountByPrimaryContact, async ({ params, session }) => {
      const contact = contactOf(params.phone);
      const own = await reading(ownBank);
      const by = contact.includes('@') ? 'EMAIL' : 'PHONE';
      const onlyMobile = !session.permissions.has('main-account.transfer');
      const found =
        (await reading((tx) => lookUpByContact(tx, contact, { onlyMobile }))) ??
        (await lookUpContactAbroad(deps.network, own, { by, value: contact }));
      if (found === undefined || (onlyMobile && found.accountType !== 'MOBILE'))
        throw new Refusal('ACCOUNT_NOT_FOUND', { account: params.phone.trim() });
      return foundBy(contact, found);
    }),
    on(accountByName, ({ params }) => reading((tx) => lookUpByName(tx, params.name))),
    on(accountsStartingWith, ({ query: { startLetters, filter, page, size, sort } }) =>
      reading((tx) =>
        store.accountsStartingWith(tx, (startLetters ?? filter ?? '').toLowerCase(), {
          offset: page * size,
          limit: size,
          order: sort.direction,
        }),
      ),
    ),
    on(listChoices, async () => ({
      transactionStatuses: [...transactionStatuses],
      currencies: [...currencies],
    })),
    on(transfer, async ({ body, session, actor, idempotencyKey, deadline }) => ({
      status: { code: 0 as const },
      data: await sendTransfer(deps, {
        request: body,
        userId: session.userId,
        actor,
        deadline,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    })),
    on(transferByKey, ({ params, session }) => outcomeOf(deps.db, session.userId, params.key)),
  ];
};
