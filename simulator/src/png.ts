import { crc32, deflateSync } from 'node:zlib';
import { Random } from '@tonle/contract/random';

/** A picture that somebody could have taken, as PNG: a face on a wall for a photo, a card with lines for a document. */
export function pictureOf(seed: string, kind: 'photo' | 'identity'): Buffer {
  const random = new Random(seed, kind);
  const [width, height] = kind === 'photo' ? [240, 320] : [428, 270];
  const wall = [random.between(90, 200), random.between(110, 210), random.between(120, 220)];
  const skin = [random.between(170, 220), random.between(130, 165), random.between(95, 125)];
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isFace = kind === 'photo' ? inFace(x / width, y / height) : inFace((x / width) * 3.4, y / height);
      const isLine = kind === 'identity' && x > width * 0.38 && y > 40 && y % 28 < 7 && x < width - 30;
      const colour = isFace ? skin : isLine ? [60, 60, 70] : wall;
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const grain = random.below(12);
      for (let channel = 0; channel < 3; channel += 1) rows[at + channel] = (colour[channel] ?? 0) + grain;
    }
  }
  return encode(width, height, rows);
}

const inFace = (x: number, y: number): boolean => ((x - 0.5) / 0.26) ** 2 + ((y - 0.45) / 0.3) ** 2 < 1;

function encode(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
