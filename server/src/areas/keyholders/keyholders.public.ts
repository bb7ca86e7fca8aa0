export { BankKey, openBankKey, type Signer } from './bank-key.ts';
export { installBankKey } from './ceremony.ts';
