import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { QUALITIES } from '../../functions/conversion/quality.ts';
import { libraw } from '../../functions/engines/libraw.ts';
import { expectResult } from '../media/expectations.ts';
import { HEIGHT, raw, WIDTH } from '../raw/raw-files.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { type ConvertSettings, convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const SOURCES = Object.entries(coveringPairs(libraw.conversions)) as [FormatName, readonly FormatName[]][];
/** Compressed in a way that nothing here can write: test/raw/README.md. */
const UNWRITTEN: readonly FormatName[] = ['cr3'];

function convert(content: Buffer, source: FormatName, target: FormatName, settings: ConvertSettings = {}) {
  return convertContent(libraw, folder, content, [source, target], settings);
}

/** The pairs of one source together, two at a time. */
describe('libraw converts', () => {
  it.each(SOURCES.filter(([source]) => !UNWRITTEN.includes(source)))('%s', async (source, targets) => {
    const content = raw(`quarters.${source}`);
    const queue = [...targets];
    const failures: string[] = [];
    const work = async () => {
      for (let target = queue.shift(); target; target = queue.shift()) {
        const failure = await convertAndCheck(content, source, target).catch((error: Error) => error.message);
        if (failure) failures.push(`to ${target}: ${failure}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(failures).toEqual([]);
  });

  it('lists what a TIFF becomes, for every one of them', () => {
    expect(SOURCES.length).toBeGreaterThanOrEqual(14);
    for (const targets of Object.values(libraw.conversions))
      expect(targets).toEqual(['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf']);
  });
});

async function convertAndCheck(content: Buffer, source: FormatName, target: FormatName): Promise<undefined> {
  const { path, format } = await convert(content, source, target);
  expect(format).toBe(target);
  await expectResult(path, source, target);
  await rm(path);
}

/** The colour of the middle of a quarter, counted from the left and from the top. */
async function quarter(path: string, column: 0 | 1, row: 0 | 1): Promise<string> {
  const { data, info } = await sharp(path).removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const [x, y] = [column, row].map((half, index) =>
    Math.floor(((half * 2 + 1) * (index === 0 ? info.width : info.height)) / 4),
  ) as [number, number];
  const at = (y * info.width + x) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (Math.min(red, green, blue) > 200) return 'white';
  return ['red', 'green', 'blue'][[red, green, blue].indexOf(Math.max(red, green, blue))] ?? '';
}

const quarters = async (path: string) => [
  await quarter(path, 0, 0),
  await quarter(path, 1, 0),
  await quarter(path, 0, 1),
  await quarter(path, 1, 1),
];

describe('a DNG', () => {
  it.each(['quarters', 'lossless', 'linear'])('whose pixels are stored as in %s.dng is read', async (kind) => {
    const { path } = await convert(raw(`${kind}.dng`), 'dng', 'png');
    expect(await quarters(path)).toEqual(['red', 'green', 'blue', 'white']);
  });

  it.each([
    [1, ['red', 'green', 'blue', 'white']],
    [2, ['green', 'red', 'white', 'blue']],
    [3, ['white', 'blue', 'green', 'red']],
    [4, ['blue', 'white', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'white']],
    [6, ['blue', 'red', 'white', 'green']],
    [7, ['white', 'green', 'blue', 'red']],
    [8, ['green', 'white', 'red', 'blue']],
  ] as const)('of orientation %i is rotated once', async (orientation, wanted) => {
    const { path } = await convert(
      raw(orientation === 1 ? 'quarters.dng' : `oriented-${orientation}.dng`),
      'dng',
      'jpg',
    );
    const { width, height, orientation: left = 1 } = await sharp(path).metadata();
    expect([width, height, left]).toEqual(orientation < 5 ? [WIDTH, HEIGHT, 1] : [HEIGHT, WIDTH, 1]);
    expect(await quarters(path)).toEqual(wanted);
  });

  it('keeps 16 bits where they can be held, and its size at every quality', async () => {
    for (const quality of QUALITIES) {
      const { width, height, depth, icc } = await sharp(
        (await convert(raw('quarters.dng'), 'dng', 'png', { quality })).path,
      ).metadata();
      expect([width, height, depth, icc]).toEqual([WIDTH, HEIGHT, quality === 'low' ? 'uchar' : 'ushort', undefined]);
    }
    const { depth } = await sharp((await convert(raw('quarters.dng'), 'dng', 'tiff')).path).metadata();
    expect(depth).toBe('ushort');
  });
});

describe('EXIF of the camera', () => {
  const described = (target: FormatName, options: Options = {}) =>
    convert(raw('described.dng'), 'dng', target, { options });

  it.each(['jpg', 'webp', 'png', 'avif'] as const)('is kept in %s', async (target) => {
    const found = exifOf((await described(target)).path);
    expect(found).toContain('Acme');
    expect(found).toContain('Obscura 1');
    expect(found).toContain('2024:05:06 07:08:09');
  });

  it('is removed, or only its GPS position, by the option', async () => {
    const all = await sharp((await described('jpg', { strip_metadata: 'all' })).path).metadata();
    expect(all.exif).toBeUndefined();
    const { exif } = await sharp((await described('jpg', { strip_metadata: 'gps' })).path).metadata();
    expect(exif?.includes('Obscura 1')).toBe(true);
    const latitude = Buffer.from('3000000001000000', 'hex');
    expect(exif?.includes(latitude)).toBe(false);
    const kept = await sharp((await described('jpg')).path).metadata();
    expect(kept.exif?.includes(latitude)).toBe(true);
  });
});

const exifOf = (path: string) => readFileSync(path, 'latin1');
