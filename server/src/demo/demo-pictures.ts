import type { Random } from '@tonle/contract/random';
import sharp from 'sharp';
import type { Picture } from '../adapters/images.ts';

const skins = ['#e3b48c', '#c98f64', '#b57a4f', '#d9a679'];
const shirts = ['#1f6f78', '#7a4b8a', '#a1483d', '#33506e', '#4d6b3c'];
const walls = ['#d4dedb', '#dcd6cc', '#cfd8e3', '#e2dccf'];

/** Somebody's looks, the same on the photo and on the document. */
export type Looks = { skin: string; shirt: string; wall: string; long: boolean };

export const looksOf = (random: Random, long: boolean): Looks => ({
  skin: random.pick(skins),
  shirt: random.pick(shirts),
  wall: random.pick(walls),
  long,
});

/** Drawn without a letter: a machine that runs the demo may have no fonts. */
const person = ({ skin, shirt, long }: Looks, x: number, y: number, scale: number): string => `
  <g transform="translate(${x} ${y}) scale(${scale})">
    <path d="M-120 210 Q-110 90 0 90 Q110 90 120 210 Z" fill="${shirt}"/>
    ${long ? '<path d="M-78 -30 Q-80 -110 0 -112 Q80 -110 78 -30 L84 130 L-84 130 Z" fill="#241c1f"/>' : ''}
    <rect x="-24" y="50" width="48" height="60" fill="${skin}"/>
    <ellipse cx="0" cy="-10" rx="62" ry="80" fill="${skin}"/>
    <path d="M-66 -20 Q-70 -104 0 -104 Q70 -104 66 -20 Q40 -64 0 -64 Q-40 -64 -66 -20 Z" fill="#241c1f"/>
    <circle cx="-24" cy="-8" r="6" fill="#2b2326"/><circle cx="24" cy="-8" r="6" fill="#2b2326"/>
    <path d="M-22 34 Q0 48 22 34" stroke="#8a4740" stroke-width="6" fill="none" stroke-linecap="round"/>
  </g>`;

const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${fill}"/>`;

async function drawn(svg: string, width: number, height: number): Promise<Picture> {
  const content = await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
  return { content, mediaType: 'image/jpeg', width, height };
}

export const portraitOf = (looks: Looks): Promise<Picture> =>
  drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600" fill="${looks.wall}"/>
    ${person(looks, 240, 300, 1.5)}</svg>`,
    480,
    600,
  );

/** An identity card as it looks from afar: photo, lines, the machine-readable zone. */
export function cardOf(looks: Looks, random: Random): Promise<Picture> {
  const lines = Array.from({ length: 6 }, (_, index) => {
    const y = 168 + index * 40;
    return bar(300, y, 90, 12, '#8ba3ad') + bar(410, y, random.between(150, 300), 16, '#2b3d47');
  });
  const zone = Array.from({ length: 3 }, (_, row) =>
    Array.from({ length: 30 }, (_it, column) =>
      bar(46 + column * 25, 452 + row * 34, random.between(6, 16), 14, '#1d2a31'),
    ).join(''),
  );
  return drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="840" height="560">
    <rect width="840" height="560" rx="26" fill="#dfecee"/><path d="M0 380 Q420 260 840 400 L840 560 L0 560 Z" fill="#cfe0e6"/>
    <rect x="0" y="430" width="840" height="130" fill="#f4f8f8"/>
    ${bar(270, 34, 300, 18, '#27535e')}${bar(320, 66, 200, 12, '#5f8791')}${bar(560, 112, 220, 22, '#1d2a31')}
    <rect x="46" y="120" width="220" height="270" fill="${looks.wall}"/>${person(looks, 156, 270, 0.7)}
    ${lines.join('')}${zone.join('')}</svg>`,
    840,
    560,
  );
}

/** A form on paper, filled in by hand and signed. */
export function formOf(random: Random): Promise<Picture> {
  const lines = Array.from({ length: 9 }, (_, index) => {
    const y = 150 + index * 54;
    return bar(60, y, 130, 10, '#9aa7ae') + bar(210, y - 4, random.between(120, 300), 14, '#26406b');
  });
  return drawn(
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="848"><rect width="600" height="848" fill="#fbfaf6"/>
    ${bar(60, 60, 220, 22, '#27535e')}${bar(60, 96, 330, 10, '#9aa7ae')}${lines.join('')}
    <path d="M330 720 q20 -60 44 -8 t40 -14 t36 6 q30 -40 60 4" stroke="#26406b" stroke-width="5" fill="none"/>
    ${bar(320, 748, 220, 4, '#9aa7ae')}</svg>`,
    600,
    848,
  );
}
