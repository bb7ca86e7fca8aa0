import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
import type { SaveTerms } from '@tonle/contract/terms';
import {
  desktopTermsVersion,
  desktopTermsVersions,
  mobileTermsVersion,
  mobileTermsVersions,
  saveDesktopTerms,
  saveMobileTerms,
  saveWebTerms,
  webTermsVersion,
  webTermsVersions,
} from '@tonle/contract/terms';
import type { Db } from '../../db/tx.ts';
import type { Actor, Log } from '../../http/call.ts';
import { on } from '../../http/on.ts';
import { listVersions, readVersion, saveTerms } from './terms.service.ts';

export const routes = ({ db }: { db: Db }) => {
  const save = (
    channel: ChannelAccountType,
    { body, actor, log }: { body: SaveTerms; actor: Actor; log: Log },
  ) => saveTerms(db, { channel, request: body, actor }, log);
  return [
    on(saveMobileTerms, (call) => save('MOBILE', call)),
    on(saveDesktopTerms, (call) => save('DESKTOP', call)),
    on(saveWebTerms, (call) => save('WEB', call)),
    on(mobileTermsVersions, ({ query }) => listVersions(db, 'MOBILE', query)),
    on(desktopTermsVersions, ({ query }) => listVersions(db, 'DESKTOP', query)),
    on(webTermsVersions, ({ query }) => listVersions(db, 'WEB', query)),
    on(mobileTermsVersion, ({ params, log }) => readVersion(db, 'MOBILE', params.version, log)),
    on(desktopTermsVersion, ({ params, log }) => readVersion(db, 'DESKTOP', params.version, log)),
    on(webTermsVersion, ({ params, log }) => readVersion(db, 'WEB', params.version, log)),
  ];
};
