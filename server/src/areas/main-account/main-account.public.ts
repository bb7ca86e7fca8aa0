/** Whom one can pay, of this bank and of others, for areas that pay from other accounts than the main one. */
export {
  accountDetailsOf,
  accountNotFound,
  checkAccountState,
  lookUpByContact,
  lookUpById,
} from './accounts.service.ts';
export {
  type Abroad,
  findAbroad,
  isAbroad,
  lookUpAbroad,
  lookUpContactAbroad,
} from './accounts-abroad.service.ts';
export {
  amountOf,
  auditMoney,
  type MoneyOrder,
  type MoneyRoute,
  postedBefore,
  refusalOf,
  requestHashOf,
  resultOf,
  routeAbroad,
  routeWithin,
} from './money-order.ts';
