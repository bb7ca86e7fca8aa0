import type { Tx } from '../../db/tx.ts';
import { ownLogos } from '../bank-info/bank-info.public.ts';

/** What a bank's paper is headed with. */
export type BankMark = {
  content: Uint8Array;
  ending: '.svg' | '.png';
  /** A title logo has the bank's name in it, so that the name is not set beside it. */
  holdsName: boolean;
  heightPt: number;
};

const HEIGHT_MAX_PT = 34;
const WIDTH_MAX_PT = { logo: 90, titleLogo: 210 } as const;

/** The bank's title logo, else its logo, else the emblem. */
export async function bankMark(tx: Tx): Promise<BankMark> {
  const { logo, titleLogo } = await ownLogos(tx);
  const [given, widthMax] =
    titleLogo === undefined ? [logo, WIDTH_MAX_PT.logo] : [titleLogo, WIDTH_MAX_PT.titleLogo];
  if (given === undefined) {
    return { content: emblem, ending: '.svg', holdsName: false, heightPt: HEIGHT_MAX_PT };
  }
  const { content, width, height } = given;
  const heightPt = Math.min(HEIGHT_MAX_PT, (widthMax * height) / width);
  return { content, ending: '.png', holdsName: titleLogo !== undefined, heightPt };
}

/** The emblem of a bank that has given no logo of its own, as the portal draws it. */
const emblem = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" fill="none">
<rect width="28" height="28" rx="7" fill="#5c1a33"/>
<g stroke="#f5c98a" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
<path d="M14 6.5v15M7.5 10.25l13 7.5M7.5 17.75l13-7.5"/>
<path d="M11.8 7.6 14 9.6l2.2-2M11.8 20.4l2.2-2 2.2 2M7.4 12.9l2.7-.9-.5-2.9M20.6 12.9l-2.7-.9.5-2.9M7.4 15.1l2.7.9-.5 2.9M20.6 15.1l-2.7.9.5 2.9"/>
</g></svg>`);
