import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { Refusal } from '@tonle/contract/refusal';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { takeLogo, takePicture } from './images.ts';

const bounds = { bytesMax: 5 * 1024 * 1024, pixelsMax: 40_000_000, sideMax: 10_000 };

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 4, background: '#3366cc80' } });

const keyOf = async (bytes: Uint8Array): Promise<string | undefined> => {
  try {
    await takePicture(bytes, bounds);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.fields[0]?.key ?? error.refusalName;
  }
};

/** A PNG of one colour whose pixels take next to no bytes: what it claims is all it is. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture', () => {
  test('of either kind is encoded anew, without what the file said besides', async () => {
    const jpeg = await picture()
      .flatten()
      .withExif({ IFD0: { Artist: 'Sok Dara' }, IFD3: { GPSLatitude: '11/1 33/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif).toBeDefined();
    for (const bytes of [jpeg, await picture().png().toBuffer()]) {
      const kept = await takePicture(bytes, bounds);
      const found = await sharp(kept.content).metadata();
      expect([kept.width, kept.height, found.format]).toEqual([60, 40, 'jpeg']);
      expect([found.exif, found.icc, found.xmp]).toEqual([undefined, undefined, undefined]);
    }
  });

  test('is turned as its camera says, and made no larger than is needed', async () => {
    const turned = await picture(60, 40).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const kept = await takePicture(turned, bounds);
    expect([kept.width, kept.height]).toEqual([40, 60]);
    const large = await takePicture(await picture(6_000, 3_000).png().toBuffer(), bounds);
    expect([large.width, large.height]).toEqual([2_400, 1_200]);
  });
});

describe('Known fault (bimg 394, fineract CVE-2022-44635): refused', () => {
  test('a PNG of 20,000 × 20,000 in a few kilobytes, before it is decoded', async () => {
    const bytes = bomb(20_000, 20_000);
    expect(bytes.length).toBeLessThan(60_000);
    expect(await keyOf(bytes)).toBe('image.too-many-pixels');
    expect(await keyOf(bomb(9_000, 9_000))).toBe('image.too-many-pixels');
  });
  test('a script behind a PNG', async () => {
    const png = await picture().png().toBuffer();
    expect(await keyOf(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))).toBe('image.damaged');
  });
  test('a script behind a JPEG does not get through', async () => {
    const jpeg = await picture().flatten().jpeg().toBuffer();
    const { content } = await takePicture(Buffer.concat([jpeg, Buffer.from('<?php evil')]), bounds);
    expect(content.includes('evil')).toBe(false);
  });
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'],
    ['a PDF', '%PDF-1.7\n%%EOF'],
    ['nothing', ''],
    ['a text', 'x'.repeat(500)],
  ])('%s, whatever it is called', async (_what, text) => {
    expect(await keyOf(Buffer.from(text, 'latin1'))).toBe('image.not-an-image');
  });
  test('WebP and TIFF', async () => {
    expect(await keyOf(await picture().webp().toBuffer())).toBe('image.not-an-image');
    expect(await keyOf(await picture().tiff().toBuffer())).toBe('image.not-an-image');
  });
  test('what breaks off', async () => {
    const noise = randomBytes(300 * 300 * 3);
    const png = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect(await keyOf(png.subarray(0, png.length / 2))).toBe('image.damaged');
    expect(await keyOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toBe('image.damaged');
  });
  test('more bytes than are allowed', async () => {
    expect(await keyOf(Buffer.alloc(bounds.bytesMax + 1))).toBe('PAYLOAD_TOO_LARGE');
  });
});

describe('a logo', () => {
  const logoBounds = { bytesMax: 512 * 1024, pixelsMax: 4_000_000, sideMax: 8_000 };
  const faultOf = async (bytes: Uint8Array): Promise<string | undefined> => {
    const refusal: unknown = await takeLogo(bytes, logoBounds).then(
      () => undefined,
      (error) => error,
    );
    return refusal instanceof Refusal ? (refusal.fields[0]?.key ?? refusal.refusalName) : undefined;
  };

  test('is encoded anew as PNG, keeps what shines through, and is made no larger than is needed', async () => {
    const given = await picture(1_600, 400)
      .withExif({ IFD0: { Artist: 'Sok Dara' } })
      .png()
      .toBuffer();
    const { content, width, height } = await takeLogo(given, logoBounds);
    expect([width, height]).toEqual([800, 200]);
    const found = await sharp(content).metadata();
    expect([found.format, found.hasAlpha, found.exif]).toEqual(['png', true, undefined]);
  });

  test('is a PNG of few pixels and nothing else', async () => {
    expect(await faultOf(await picture().flatten().jpeg().toBuffer())).toBe('image.not-an-image');
    expect(await faultOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBe(
      'image.not-an-image',
    );
    expect(await faultOf(bomb(20_000, 20_000))).toBe('image.too-many-pixels');
    expect(await faultOf(bomb(2_001, 2_000))).toBe('image.too-many-pixels');
    expect(await faultOf(await picture(2_000, 2_000).png().toBuffer())).toBe(undefined);
    const png = await picture().png().toBuffer();
    expect(await faultOf(Buffer.concat([png, Buffer.from('<script>')]))).toBe('image.damaged');
    expect(await faultOf(png.subarray(0, -20))).toBe('image.damaged');
  });
});
