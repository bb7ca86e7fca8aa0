import { Refusal } from '@tonle/contract/refusal';
import sharp, { type Sharp } from 'sharp';

/** A picture as it is kept. */
export type Picture = { content: Buffer; mediaType: 'image/jpeg'; width: number; height: number };

/** A logo as it is kept: with its transparency. */
export type Logo = { content: Buffer; width: number; height: number };

export interface PictureBounds {
  readonly bytesMax: number;
  readonly pixelsMax: number;
  readonly sideMax: number;
}

/** Where pictures are kept: in the database, or behind the same port elsewhere. `tx` is the transaction of the change. */
export interface PictureStore<Tx, Of> {
  put(tx: Tx, of: Of & { sourceHash: Uint8Array }, picture: Picture): Promise<string>;
  get(tx: Tx, id: string): Promise<Picture | undefined>;
}

/** Large enough to read the small print of an identity card. */
const KEPT_SIDE_MAX = 2_400;
const QUALITY = 88;
/** Large enough for paper. */
const LOGO_SIDE_MAX = 800;
/** Decoding takes a core and up to 160 MB each; whoever waits too long is told to come again. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 24;

// Of all that the library can read, nothing else is ever tried.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);

/**
 * Takes what a file shows and drops everything else: it is decoded and encoded anew, turned as its camera said, without
 * metadata. Refused in words: no PNG or JPEG by its own bytes, more pixels than is reasonable however small the file,
 * damaged, or a PNG with something behind its end.
 */
export async function takePicture(bytes: Uint8Array, bounds: PictureBounds): Promise<Picture> {
  if (bytes.length > bounds.bytesMax) throw new Refusal('PAYLOAD_TOO_LARGE');
  judgeOutside(bytes, bounds);
  return inTurn(() => encodeAnew(bytes, bounds));
}

/** The same for a logo: a PNG alone, and a PNG it stays, with what shines through. */
export async function takeLogo(bytes: Uint8Array, bounds: PictureBounds): Promise<Logo> {
  if (bytes.length > bounds.bytesMax) throw new Refusal('PAYLOAD_TOO_LARGE');
  judgePng(bytes, bounds);
  return inTurn(async () => {
    const { data, info } = await (await decoded(bytes, bounds))
      .resize({ width: LOGO_SIDE_MAX, height: LOGO_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => refuse('image.damaged'));
    return { content: data, width: info.width, height: info.height };
  });
}

async function decoded(bytes: Uint8Array, { pixelsMax, sideMax }: PictureBounds): Promise<Sharp> {
  const source = () => sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true });
  const { width, height } = await source()
    .metadata()
    .catch(() => refuse('image.damaged'));
  if (width > sideMax || height > sideMax || width * height > pixelsMax) refuse('image.too-many-pixels');
  return source();
}

async function encodeAnew(bytes: Uint8Array, bounds: PictureBounds): Promise<Picture> {
  const { data, info } = await (await decoded(bytes, bounds))
    .autoOrient()
    .resize({ width: KEPT_SIDE_MAX, height: KEPT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse('image.damaged'));
  return { content: data, mediaType: 'image/jpeg', width: info.width, height: info.height };
}

/** What can be said before anything is decoded. */
function judgeOutside(bytes: Uint8Array, bounds: PictureBounds): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 3 && view.getUint16(0) === 0xffd8 && view.getUint8(2) === 0xff) return;
  judgePng(bytes, bounds);
}

function judgePng(bytes: Uint8Array, { pixelsMax, sideMax }: PictureBounds): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || view.getBigUint64(0) !== PNG_SIGNATURE) refuse('image.not-an-image');
  if (view.getUint32(12) !== IHDR) refuse('image.damaged');
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width > sideMax || height > sideMax || width * height > pixelsMax) refuse('image.too-many-pixels');
  if (endOfPng(view) !== bytes.length) refuse('image.damaged');
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an;
const IHDR = 0x49484452;
const IEND = 0x49454e44;

/** Where the last chunk ends; a script may hide behind it. */
function endOfPng(view: DataView): number {
  for (let at = 8; at + 12 <= view.byteLength; ) {
    const end = at + 12 + view.getUint32(at);
    if (view.getUint32(at + 4) === IEND) return end;
    at = end;
  }
  return -1;
}

const refuse = (key: string): never => {
  throw new Refusal('INVALID_REQUEST', {}, [{ path: '', key }]);
};

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('UNAVAILABLE');
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
