import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { QUALITIES } from '../../functions/conversion/quality.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { photo } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, expectQuarters, fixture, quarters } from './quarters.ts';

const folder = temporaryFolder();
const SOURCES: Partial<Record<FormatName, string>> = {
  bmp: fixture('bits-24.bmp'),
  heic: fixture('quarters.heic'),
  avif: fixture('quarters.avif'),
};
const SQUARE: readonly FormatName[] = ['heic', 'avif'];
const ICONS: readonly FormatName[] = ['ico', 'cur', 'icns'];
/** What sharp itself cannot read is read by a second conversion, of which other tests say that it is right. */
const UNREAD: readonly FormatName[] = [...ICONS, 'bmp', 'psd', 'svg'];

beforeAll(async () => {
  const png = await quarters();
  const make = (format: FormatName, bytes: Buffer) => {
    const path = join(folder, `source.${format}`);
    writeFileSync(path, bytes);
    SOURCES[format] = path;
  };
  make('png', png);
  make('apng', png);
  make('jpg', await sharp(png).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer());
  make('webp', await sharp(png).webp({ lossless: true }).toBuffer());
  make('gif', await sharp(png).gif().toBuffer());
  make('tiff', await sharp(png).tiff({ compression: 'lzw' }).toBuffer());
  make('svg', gzipSync(Buffer.from(svgOf(png))));
  const square = (await convert(SOURCES.heic ?? '', 'heic', 'png')).path;
  for (const target of [...ICONS, 'psd'] as const) SOURCES[target] = (await convert(square, 'png', target)).path;
});

const svgOf = (png: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><image width="48" height="32" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;

// What becomes of pages is tested with pictures-to-pdf.
const TO_PICTURES = Object.fromEntries(
  Object.entries(engine.conversions).map(([source, targets]) => [source, targets.filter((target) => target !== 'pdf')]),
);
const PAIRS = Object.entries(coveringPairs(TO_PICTURES)) as [FormatName, readonly FormatName[]][];

describe.each(PAIRS)('%s', (source, targets) => {
  it.each(targets)('to %s', async (target) => {
    const result = await convert(SOURCES[source] ?? '', source, target, 'high');
    expect(result.format).toBe(target);
    const bytes = UNREAD.includes(target) ? (await convert(result.path, target, 'png')).bytes : result.bytes;
    if (ICONS.includes(target)) expect((await sharp(bytes).metadata()).width).toBe(iconOf(source, target));
    else await expectQuarters(bytes, ...sizeOf(source), 20);
  });
});

const isSquare = (source: FormatName) => [...SQUARE, ...ICONS, 'psd'].includes(source);
const sizeOf = (source: FormatName): [number, number] => (isSquare(source) ? [64, 64] : [48, 32]);
/** The largest picture of an icon is as large as the source, or smaller; drawings are drawn as large as icons are. */
const iconOf = (source: FormatName, target: FormatName) => {
  if (source === 'svg') return target === 'icns' ? 1024 : 256;
  if (isSquare(source)) return 64;
  return target === 'icns' ? 32 : 48;
};

describe('quality', () => {
  it.each(['jpg', 'webp', 'avif', 'gif', 'tiff', 'png'] as const)('of %s makes a photo larger', async (target) => {
    const path = join(folder, 'photo.jpg');
    writeFileSync(path, await photo(320, 240));
    const sizes: number[] = [];
    for (const quality of QUALITIES) sizes.push((await convert(path, 'jpg', target, quality)).bytes.length);
    const [low = 0, medium = 0, high = 0] = sizes;
    expect(low).toBeLessThan(medium);
    // What is lossless at medium cannot be better at high.
    if (target === 'tiff' || target === 'png') expect(high).toBe(medium);
    else expect(medium).toBeLessThan(high);
  });
});
