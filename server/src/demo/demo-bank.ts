import type { PageName } from '@tonle/contract/pages';
import type { Authority } from '@tonle/contract/permissions';
import type { NewBank } from '../areas/bank-info/bank-info.public.ts';

/** The demo bank (decisions section 2). */
export const chaktomuk = {
  participantCode: 'CHKTKHPPXXX',
  name: 'Chaktomuk Bank',
  domain: 'chkt',
  mainAccountId: 'chktkhppxxx@chkt',
  own: true,
  mobileRegistration: 'SMS',
  contact: {
    phone: '85523456789',
    email: 'info@chaktomuk.example',
    facebook: 'https://www.facebook.com/chaktomukbank',
    address: '12 Sisowath Quay, Daun Penh, Phnom Penh',
    website: 'https://www.chaktomuk.example/',
  },
} as const satisfies NewBank;

export const otherBanks = [
  {
    participantCode: 'MEKGKHPPXXX',
    name: 'Mekong Commercial Bank',
    domain: 'mekg',
    mainAccountId: 'mekgkhppxxx@mekg',
  },
  {
    participantCode: 'ANSBKHPPXXX',
    name: 'Angkor Savings Bank',
    domain: 'ansb',
    mainAccountId: 'ansbkhppxxx@ansb',
  },
  {
    participantCode: 'BSACKHPPXXX',
    name: 'Bassac Microfinance',
    domain: 'bsac',
    mainAccountId: 'bsackhppxxx@bsac',
  },
  {
    participantCode: 'KPTBKHPPXXX',
    name: 'Kampot Trade Bank',
    domain: 'kptb',
    mainAccountId: 'kptbkhppxxx@kptb',
  },
] as const satisfies readonly NewBank[];
export type OtherBank = (typeof otherBanks)[number];

export const demoPassword = 'Tonle-demo-2026';

export type DemoUser = {
  login: string;
  firstName: string;
  lastName: string;
  authorities: readonly Authority[];
  /** What the keyholder types in the ceremony. */
  secret?: string;
};

export const demoUsers: readonly DemoUser[] = [
  { login: 'manager', firstName: 'Sophea', lastName: 'Chan', authorities: ['ROLE_MANAGER'] },
  { login: 'admin', firstName: 'Vuthy', lastName: 'Heng', authorities: ['ROLE_ADMINISTRATOR'] },
  { login: 'admin2', firstName: 'Sreyneang', lastName: 'Ly', authorities: ['ROLE_ADMINISTRATOR'] },
  { login: 'access', firstName: 'Piseth', lastName: 'Keo', authorities: ['ROLE_ACCESS_MANAGER'] },
  { login: 'access2', firstName: 'Malis', lastName: 'Prak', authorities: ['ROLE_ACCESS_MANAGER'] },
  { login: 'auditor', firstName: 'Narith', lastName: 'Tep', authorities: ['ROLE_AUDITOR'] },
  { login: 'authorizer', firstName: 'Kosal', lastName: 'Meas', authorities: ['ROLE_AUTHORIZER'] },
  { login: 'authorizer2', firstName: 'Chanthou', lastName: 'Ros', authorities: ['ROLE_AUTHORIZER'] },
  {
    login: 'keyholder1',
    firstName: 'Ratanak',
    lastName: 'Chea',
    authorities: ['ROLE_KEYHOLDER'],
    secret: 'Mekong-River-2026',
  },
  {
    login: 'keyholder2',
    firstName: 'Bopha',
    lastName: 'Ouk',
    authorities: ['ROLE_KEYHOLDER'],
    secret: 'Bassac-River-2026',
  },
  {
    login: 'keyholder3',
    firstName: 'Borey',
    lastName: 'Sim',
    authorities: ['ROLE_KEYHOLDER'],
    secret: 'Tonle-Sap-2026',
  },
  { login: 'teller', firstName: 'Dara', lastName: 'Nguon', authorities: [] },
];

/** A custom role built from pages, so that nothing is tied to a role's name. */
export const tellerRole = {
  name: 'Teller',
  pages: ['main-account', 'manage-main-account', 'outgoing-transactions'],
} as const satisfies { name: string; pages: readonly PageName[] };
