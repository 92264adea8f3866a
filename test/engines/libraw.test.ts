import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { QUALITIES } from '../../functions/conversion/quality.ts';
import { libraw } from '../../functions/engines/libraw.ts';
import { expectResult } from '../media/expectations.ts';
import { quartersOf } from '../media/pixels.ts';
import { HEIGHT, RAW_FORMATS, raw, WIDTH } from '../raw/raw-files.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { type ConvertSettings, convertContent } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const convert = (
  content: Buffer,
  source: FormatName = 'dng',
  target: FormatName = 'jpg',
  settings: ConvertSettings = {},
) => convertContent(libraw, folder, content, [source, target], settings);
const codeOf = async (content: Buffer, source?: FormatName) => (await failure(convert(content, source))).code;
const metadataOf = async (...of: Parameters<typeof convert>) => sharp((await convert(...of)).path).metadata();

const PAIRS = coveringPairs(libraw.conversions);

// What Canon's cr3 is compressed with, nothing here can write: test/raw/README.md.
describe.each(RAW_FORMATS)('%s', (source) => {
  it.each(PAIRS[source] ?? [])('becomes %s', async (target) => {
    const { path, format } = await convert(raw(`quarters.${source}`), source, target);
    expect(format).toBe(target);
    await expectResult(path, source, target);
  });

  it('is refused where it is truncated', async () => {
    // Cut off, or its pixels moved behind its end where its directories come last.
    expect(await codeOf(raw(`cut.${source}`), source)).toBe('UNREADABLE_FILE');
  });
});

describe('a DNG', () => {
  it.each(['quarters', 'lossless', 'linear'])('whose pixels are stored as in %s.dng is read', async (kind) => {
    const { path } = await convert(raw(`${kind}.dng`), 'dng', 'png');
    expect((await quartersOf(path)).join(' ')).toBe('red green blue white');
  });

  it.each([
    [3, 'white blue green red'],
    [5, 'red blue green white'],
    [6, 'blue red white green'],
  ] as const)('of orientation %i is rotated once', async (orientation, wanted) => {
    const { path } = await convert(raw(`oriented-${orientation}.dng`));
    const { width, height, orientation: left = 1 } = await sharp(path).metadata();
    expect([width, height, left]).toEqual(orientation < 5 ? [WIDTH, HEIGHT, 1] : [HEIGHT, WIDTH, 1]);
    expect((await quartersOf(path)).join(' ')).toBe(wanted);
  });

  it('keeps 16 bits where they can be held, and its size at every quality', async () => {
    for (const quality of QUALITIES) {
      const { width, height, depth, icc } = await metadataOf(raw('quarters.dng'), 'dng', 'png', { quality });
      expect([width, height, depth, icc]).toEqual([WIDTH, HEIGHT, quality === 'low' ? 'uchar' : 'ushort', undefined]);
    }
    expect((await metadataOf(raw('quarters.dng'), 'dng', 'tiff')).depth).toBe('ushort');
  });
});

describe('EXIF of the camera', () => {
  const described = () => raw('described.dng');
  const latitude = Buffer.from('3000000001000000', 'hex');

  it.each(['jpg', 'webp', 'png', 'avif'] as const)('is kept in %s', async (target) => {
    const found = readFileSync((await convert(described(), 'dng', target)).path, 'latin1');
    for (const word of ['Acme', 'Obscura 1', '2024:05:06 07:08:09']) expect(found).toContain(word);
  });

  it('is removed, or only its GPS position, by the option', async () => {
    const exifOf = async (options: ConvertSettings['options'] = {}) =>
      (await metadataOf(described(), 'dng', 'jpg', { options })).exif;
    expect(await exifOf({ strip_metadata: 'all' })).toBeUndefined();
    const exif = await exifOf({ strip_metadata: 'gps' });
    expect([exif?.includes('Obscura 1'), exif?.includes(latitude)]).toEqual([true, false]);
    expect((await exifOf())?.includes(latitude)).toBe(true);
  });

  it('is only text in the result', async () => {
    const odd = described().toString('latin1').replaceAll('Obscura 1', 'Ob\u001b[31m\u00071');
    const { exif } = await metadataOf(Buffer.from(odd, 'latin1'));
    expect([exif?.includes('Acme'), exif?.includes('\u001b[31m')]).toEqual([true, false]);
  });
});

it.each<[string, RegExp]>([
  ['preview.dng', /UNREADABLE_FILE/],
  ['no-jpeg.dng', /UNREADABLE_FILE/],
  ['no-jpeg-xl.dng', /UNREADABLE_FILE/],
  ['false-width.dng', /UNREADABLE_FILE|TOO_COMPLEX/],
  ['no-width.dng', /UNREADABLE_FILE|TOO_COMPLEX/],
  ['many-pixels.dng', /TOO_COMPLEX/],
  ['many-pixels.rw2', /TOO_COMPLEX/],
  // Its directories lead in circles.
  ['circles.dng', /none/],
])('a hostile raw file is refused, or read where it can be: %s', async (name, code) => {
  expect(await codeOf(raw(name), name.endsWith('rw2') ? 'rw2' : 'dng')).toMatch(code);
});
