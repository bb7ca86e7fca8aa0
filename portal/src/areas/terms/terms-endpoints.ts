import type { ChannelAccountType } from '@tonle/contract/channel-permissions';
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

/** The calls of each channel. */
export const termsEndpoints = {
  MOBILE: { save: saveMobileTerms, versions: mobileTermsVersions, version: mobileTermsVersion },
  DESKTOP: { save: saveDesktopTerms, versions: desktopTermsVersions, version: desktopTermsVersion },
  WEB: { save: saveWebTerms, versions: webTermsVersions, version: webTermsVersion },
} as const satisfies Record<ChannelAccountType, unknown>;
