import type { Random } from '@tonle/contract/random';
import sharp from 'sharp';
import type { Picture } from '../adapters/images.ts';

type Colour = readonly [number, number, number];
const colour = (hex: string): Colour =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;

const skins = ['e3b48c', 'c98f64', 'b57a4f', 'd9a679'].map(colour);
const shirts = ['1f6f78', '7a4b8a', 'a1483d', '33506e', '4d6b3c'].map(colour);
const walls = ['d4dedb', 'dcd6cc', 'cfd8e3', 'e2dccf'].map(colour);
const hair = colour('241c1f');
const ink = colour('2b3d47');
const pale = colour('8ba3ad');

/** Somebody's looks, the same on the photo and on the document. */
export type Looks = { skin: Colour; shirt: Colour; wall: Colour; long: boolean };

export const looksOf = (random: Random, long: boolean): Looks => ({
  skin: random.pick(skins),
  shirt: random.pick(shirts),
  wall: random.pick(walls),
  long,
});

/** Pixels, painted from behind to the front. Without a letter: a machine that runs the demo may have no fonts. */
class Canvas {
  readonly #pixels: Buffer;
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number, background: Colour) {
    this.#width = width;
    this.#height = height;
    this.#pixels = Buffer.alloc(width * height * 3);
    this.box(0, 0, width, height, background);
  }

  box(x: number, y: number, width: number, height: number, [r, g, b]: Colour): void {
    const right = Math.min(this.#width, Math.round(x + width));
    const bottom = Math.min(this.#height, Math.round(y + height));
    for (let row = Math.max(0, Math.round(y)); row < bottom; row += 1) {
      for (let column = Math.max(0, Math.round(x)); column < right; column += 1) {
        const at = (row * this.#width + column) * 3;
        this.#pixels[at] = r;
        this.#pixels[at + 1] = g;
        this.#pixels[at + 2] = b;
      }
    }
  }

  /** An ellipse by its middle and radii. */
  oval(x: number, y: number, radiusX: number, radiusY: number, fill: Colour): void {
    for (let row = -radiusY; row <= radiusY; row += 1) {
      const half = radiusX * Math.sqrt(1 - (row / radiusY) ** 2);
      this.box(x - half, y + row, half * 2, 1, fill);
    }
  }

  async picture(): Promise<Picture> {
    const [width, height] = [this.#width, this.#height];
    const content = await sharp(this.#pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 82 })
      .toBuffer();
    return { content, mediaType: 'image/jpeg', width, height };
  }
}

/** A head and shoulders around a point, below which the picture ends. */
function paintPerson(on: Canvas, { skin, shirt, long }: Looks, x: number, y: number, scale: number): void {
  const s = (length: number) => Math.round(length * scale);
  if (long) on.oval(x, y + s(20), s(86), s(130), hair);
  on.oval(x, y + s(230), s(124), s(140), shirt);
  on.box(x - s(24), y + s(50), s(48), s(62), skin);
  on.oval(x, y - s(20), s(68), s(92), hair);
  on.oval(x, y, s(60), s(78), skin);
  on.box(x - s(60), y - s(78), s(120), s(40), hair);
  for (const side of [-1, 1]) on.oval(x + side * s(24), y - s(6), s(6), s(6), hair);
  on.oval(x, y + s(38), s(20), s(5), colour('8a4740'));
}

export function portraitOf(looks: Looks): Promise<Picture> {
  const on = new Canvas(480, 600, looks.wall);
  paintPerson(on, looks, 240, 270, 1.5);
  return on.picture();
}

/** An identity card as it looks from afar: photo, lines, the machine-readable zone. */
export function cardOf(looks: Looks, random: Random): Promise<Picture> {
  const on = new Canvas(840, 560, colour('dfecee'));
  on.oval(420, 640, 700, 260, colour('cfe0e6'));
  // The photo's own box ends where the lower part of the card begins.
  on.box(46, 120, 220, 270, looks.wall);
  paintPerson(on, looks, 156, 240, 0.7);
  on.box(0, 390, 840, 40, colour('d5e4e9'));
  on.box(0, 430, 840, 130, colour('f4f8f8'));
  on.box(270, 34, 300, 18, colour('27535e'));
  on.box(320, 66, 200, 12, colour('5f8791'));
  on.box(560, 112, 220, 22, ink);
  for (let line = 0; line < 6; line += 1) {
    on.box(300, 168 + line * 36, 90, 10, pale);
    on.box(410, 166 + line * 36, random.between(150, 300), 14, ink);
  }
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 30; column += 1) {
      on.box(46 + column * 25, 452 + row * 34, random.between(6, 16), 14, ink);
    }
  }
  return on.picture();
}

/** A form on paper, filled in by hand and signed. */
export function formOf(random: Random): Promise<Picture> {
  const on = new Canvas(600, 848, colour('fbfaf6'));
  on.box(60, 60, 220, 22, colour('27535e'));
  on.box(60, 96, 330, 10, pale);
  for (let line = 0; line < 9; line += 1) {
    on.box(60, 150 + line * 54, 130, 10, pale);
    on.box(210, 146 + line * 54, random.between(120, 300), 14, ink);
  }
  for (let stroke = 0; stroke < 40; stroke += 1) {
    on.oval(330 + stroke * 5, 720 + Math.sin(stroke / 2) * (24 - stroke / 3), 4, 4, colour('26406b'));
  }
  on.box(320, 756, 220, 4, pale);
  return on.picture();
}
