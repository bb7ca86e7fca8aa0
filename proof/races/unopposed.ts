/** The calls that change something and are in no contest, and why: every other one is (races.proof.test.ts holds this). */
const reads = 'reads, though not by GET';
const ownOnly = 'of one’s own alone, and no other call undoes it';
const adds = 'only adds; two of them are two';
const sameAs = (name: string) => `the same order as ${name}, by another caller`;
const ceremony =
  'the ceremony goes forward only; its steps at once are in keyholders.test.ts and re-install.test.ts';

export const unopposed: Readonly<Record<string, string>> = {
  changePassword: 'hashes for a second on purpose; two at once are in passwords.test.ts',
  resetPassword:
    'adds a one-time password beside the one that stays; many at once, and one at a sign-in, are in passwords.test.ts',
  endOtherSessions: ownOnly,
  endOwnSession: ownOnly,
  logout: ownOnly,
  keepPreference: ownOnly,
  checkSecret: 'counts a try and changes nothing else; tries at once are in re-install.test.ts',
  createBankAccount: ceremony,
  resendSecrets: ceremony,
  submitSecret: ceremony,
  resendDecision: 'says once more what was decided',
  searchIncoming: reads,
  searchOutgoing: reads,
  addLimit: adds,
  networkAccountInquiry: reads,
  channelUploadImage: adds,
  channelVerifyContactChange: sameAs('verifyContactChange'),
  channelAddSignatory: sameAs('addAuthorizer'),
  listContactChanges: reads,
  resendContactChangeCode: 'leaves the request as it stands',
  recoveryRequestsToAuthorize: reads,
  prepareRecovery: sameAs('askRecovery'),
  enterRecoveryCode: sameAs('verifyRecovery'),
  openTicket: adds,
  lookingAtRequest: 'says who looks at a request, for a few seconds',
};
