import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { hdrProfile } from '../../functions/engines/sharp/colors/hdr-profile.ts';
import { withMetadata } from '../../functions/engines/sharp/png-container.ts';
import { transferOf } from '../../functions/engines/sharp/reading/heif-transfer.ts';
import { parseApng } from '../media/apng.ts';
import { look } from '../media/look.ts';
import { committed } from '../support/committed.ts';
import { convertContent } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { BLUE, decode, expectColour, expectQuarters, fixture, RED } from './quarters.ts';

const folder = temporaryFolder();
const read = (name: string) => readFileSync(fixture(name));

async function convert(source: string | Buffer, target: FormatName, options: Options = {}, from: FormatName = 'heic') {
  const content = typeof source === 'string' ? read(source) : source;
  const engine = chooseEngine(from, target, options);
  const { format, path } = await convertContent(engine, folder, content, [from, target], { quality: 'high', options });
  return { format, path, bytes: readFileSync(path) };
}

const refusalOf = (source: string | Buffer, target: FormatName = 'png') => codeOf(convert(source, target));

describe('HEIC', () => {
  it('reads pictures upright, with their EXIF', async () => {
    const { pixel, metadata } = await decode((await convert('rotated.heic', 'jpg')).bytes);
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([64, 96, 1]);
    expectColour(pixel(10, 10), BLUE);
    expectColour(pixel(50, 10), RED);
    expect(metadata.exif?.includes('2020:01:02 03:04:05')).toBe(true);
  });

  it('reads every picture of a file: also into several apng, and no video', async () => {
    for (const target of ['png', 'apng'] as const) {
      const { format, bytes } = await convert('multi.heic', target);
      expect(format).toBe('zip');
      const pages = [...unzip(bytes).values()];
      expect(pages).toHaveLength(2);
      for (const page of pages) expectColour((await decode(page)).pixel(10, 10), RED, 24);
    }
    expect(await refusalOf('multi.heic', 'mp4')).toBe('UNSUPPORTED_CONVERSION');
  });

  it('is one picture in apng, and in a video', async () => {
    await expectQuarters((await convert('quarters.heic', 'apng')).bytes, 64, 64, 24);
    expect((await look((await convert('quarters.heic', 'mp4')).path)).packets).toBeGreaterThan(0);
  });

  it.each(['p3.heic', 'p3-nclx.heic'])('keeps the colours of %s, and their profile where it can be', async (name) => {
    for (const target of ['jpg', 'png', 'webp', 'tiff', 'avif', 'gif'] as const) {
      const { bytes } = await convert(name, target);
      const { icc } = await sharp(bytes).metadata();
      expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16()), target).toBe(target === 'gif' ? undefined : true);
      await expectQuarters(bytes, 64, 64, 16);
    }
  });

  it('is refused where it is truncated, too large to be decoded, or of another size than it says', async () => {
    const whole = read('quarters.heic');
    for (const share of [0.1, 0.4, 0.95])
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share))), `${share}`).toBe('UNREADABLE_FILE');
    expect(await refusalOf('made/60000-pixels.heic')).toBe('TOO_COMPLEX');
    expect(await refusalOf('made/9000-pixels.heic')).toBe('UNREADABLE_FILE');
  });

  it('names unsupported features', async () => {
    await expectRefused(convert('made/layered.heic', 'png'), 'UNREADABLE_FILE', 'layered pictures');
  });
});

describe('an animated HEIC', () => {
  const frames = async (source: string | Buffer, options?: Options) =>
    parseApng((await convert(source, 'apng', options)).bytes).frames;
  /** Seven pictures, each greyer than the one before. */
  const BURST = 'made/burst.heic';

  it('keeps all its pictures in apng, in their order, each for as long', async () => {
    const result = await frames(BURST);
    expect(result.map(({ delay }) => delay)).toEqual(Array(7).fill(200));
    const greys = await Promise.all(result.map(async ({ png }) => (await sharp(png()).raw().toBuffer())[0] ?? 0));
    for (const [index, grey] of greys.entries()) expect(Math.abs(grey - (index + 1) * 30), `${index}`).toBeLessThan(6);
  });

  it.each(['mp4', 'webm'] as const)('keeps all its pictures in %s', async (target) => {
    const { duration, packets } = await look((await convert(BURST, target)).path);
    expect(duration).toBeCloseTo(1.4, 1);
    expect(packets).toBeGreaterThanOrEqual(7);
  });

  it('is rotated by its metadata', async () => {
    const film = read('film-wide.heic');
    const matrix = film.indexOf('tkhd') + 44;
    for (const [index, value] of [0, 1, 0, -1, 0].entries()) film.writeInt32BE(value * 0x10000, matrix + index * 4);
    const [first] = await frames(film);
    const { width, height } = await sharp(first?.png()).metadata();
    expect([width, height]).toEqual([64, 96]);
  });

  it('keeps transparency, which is a track of its own', async () => {
    const result = await frames('film-alpha.heic');
    expect(result).toHaveLength(2);
    const { pixel } = await decode(result[0]?.png() ?? Buffer.alloc(0));
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('is cut, scaled and sped up by options', async () => {
    const result = await frames(BURST, { width: 32, speed: 2 });
    expect(result.map(({ delay }) => delay)).toEqual(Array(7).fill(100));
    expect((await sharp(result[0]?.png()).metadata()).width).toBe(32);
    expect(await frames(BURST, { frame: 3 })).toHaveLength(1);
  });

  it('is animated also where it has a still picture, which goes to formats of one picture', async () => {
    expect(await frames('made/still-and-film.heic')).toHaveLength(2);
    await expectQuarters((await convert('made/still-and-film.heic', 'png')).bytes, 64, 64);
  });

  it('is refused where the target cannot be animated, with its targets', async () => {
    for (const target of ['gif', 'webp', 'pdf'] as const)
      await expectRefused(
        convert('film.heic', target),
        'UNSUPPORTED_CONVERSION',
        'It can be converted to: apng, mp4, mov, mkv, webm.',
      );
  });

  it('is refused where it is truncated', async () => {
    for (const whole of [read(BURST), read('film.heic')])
      for (const share of [0.2, 0.9])
        for (const target of ['apng', 'mp4'] as const)
          expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)), target)).toBe('UNREADABLE_FILE');
  });
});

describe('AVIF', () => {
  const made = async (name: string, target: FormatName = 'png') => (await convert(name, target, {}, 'avif')).bytes;

  it.each([
    ['grid.avif', 128, 128],
    ['deep.avif', 64, 64],
    ['cropped.avif', 48, 32],
    ['p3-nclx.avif', 64, 64],
  ])('has its colours: %s', async (name, width, height) => {
    await expectQuarters(await made(name), width, height);
  });

  it('and HEIC keep more than 8 bits where the target holds them', async () => {
    expect((await sharp((await convert('deep.heic', 'png')).bytes).metadata()).depth).toBe('ushort');
    expect((await sharp(await made('deep.avif')).metadata()).depth).toBe('ushort');
    expect((await sharp(await made('deep.avif', 'webp')).metadata()).depth).toBe('uchar');
  });

  it('and HEIC keep transparency', async () => {
    for (const bytes of [await made('alpha.avif'), (await convert('alpha.heic', 'png')).bytes]) {
      const { pixel } = await decode(bytes);
      expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
    }
  });

  it('keeps a wide profile, and is given one for a number that means Display P3', async () => {
    expect((await sharp(await made('p3.avif')).metadata()).icc).toEqual(
      (await sharp(fixture('p3.avif')).metadata()).icc,
    );
    const { icc } = await sharp(await made('p3-nclx.avif', 'webp')).metadata();
    expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16())).toBe(true);
  });
});

describe('HDR pictures', () => {
  const [PQ, HLG] = [16, 18] as const;

  it.each([PQ, HLG])('are mapped to ordinary screens: transfer %i', async (transfer) => {
    // A picture that declares Display P3 by numbers, with another transfer.
    const picture = read('p3-nclx.avif');
    picture.writeUInt16BE(transfer, picture.indexOf('colrnclx') + 10);
    for (const target of ['jpg', 'png', 'webp'] as const) {
      const { metadata, pixel } = await decode((await convert(picture, target, {}, 'avif')).bytes);
      expect(metadata.icc, target).toBeUndefined();
      // Its yellow quarter is far above white paper.
      expect(Math.min(...pixel(54, 54).slice(0, 2)), target).toBeGreaterThan(235);
    }
  });

  it('show white paper, at 58 % of PQ, as light as a page', async () => {
    const png = withMetadata(await plain('#949494', 8, 8), { icc: hdrProfile(PQ, 9) });
    const { pixel } = await decode((await convert(png, 'png', {}, 'png')).bytes);
    expectColour(pixel(4, 4), [225, 225, 225], 4);
  });

  it('have boxes that are read in one pass', async () => {
    const started = performance.now();
    for (const name of ['associations', 'short-item'])
      expect(transferOf(saverIn(folder)('worst.avif', committed(`pictures/made/${name}.avif.gz`)))).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
