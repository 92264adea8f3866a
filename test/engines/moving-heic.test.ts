import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { parseApng } from '../media/apng.ts';
import { look } from '../media/look.ts';
import { convertWith } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { decode, expectQuarters, fixture } from './quarters.ts';

const folder = temporaryFolder();

const read = (name: string) => readFileSync(fixture(name));

async function convert(content: Buffer, target: FormatName, options: Options = {}) {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = join(job, 'source');
  writeFileSync(sourcePath, content);
  const order = { sourcePath, sourceFormat: 'heic', targetFormat: target, quality: 'high', options } as const;
  return convertWith(chooseEngine('heic', target, options), { ...order, folder: mkdtempSync(join(job, 'work-')) });
}

const frames = async (content: Buffer, options?: Options) =>
  parseApng(readFileSync((await convert(content, 'apng', options)).path)).frames;

/** Seven pictures, each greyer than the one before. */
const burst = () => read('made/burst.heic');

describe('an animated HEIC', () => {
  it('keeps all its pictures in apng, in their order, each for as long', async () => {
    const result = await frames(burst());
    expect(result.map(({ delay }) => delay)).toEqual(Array(7).fill(200));
    const greys = await Promise.all(result.map(async ({ png }) => (await sharp(png()).raw().toBuffer())[0] ?? 0));
    for (const [index, grey] of greys.entries()) expect(Math.abs(grey - (index + 1) * 30), `${index}`).toBeLessThan(6);
  });

  it.each(['mp4', 'webm'] as const)('keeps all its pictures in %s', async (target) => {
    const { path } = await convert(burst(), target);
    const { duration, packets } = await look(path);
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
    const result = await frames(read('film-alpha.heic'));
    expect(result).toHaveLength(2);
    const { pixel } = await decode(result[0]?.png() ?? Buffer.alloc(0));
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('is cut, scaled and sped up by options', async () => {
    const result = await frames(burst(), { width: 32, speed: 2 });
    expect(result.map(({ delay }) => delay)).toEqual(Array(7).fill(100));
    expect((await sharp(result[0]?.png()).metadata()).width).toBe(32);
    expect(await frames(burst(), { frame: 3 })).toHaveLength(1);
  });

  it('is animated also where it has a still picture, which goes to formats of one picture', async () => {
    const both = read('made/still-and-film.heic');
    expect(await frames(both)).toHaveLength(2);
    await expectQuarters(readFileSync((await convert(both, 'png')).path), 64, 64);
  });

  it('is refused where the target cannot be animated, with its targets', async () => {
    for (const target of ['gif', 'webp', 'avif'] as const)
      expect(await failure(convert(read('film.heic'), target))).toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining('It can be converted to: apng, mp4, mov, mkv, webm.'),
      });
  });

  it('is refused where it is truncated', async () => {
    for (const whole of [burst(), read('film.heic')])
      for (const share of [0.2, 0.9])
        for (const target of ['apng', 'mp4'] as const) {
          const part = whole.subarray(0, Math.floor(whole.length * share));
          expect((await failure(convert(part, target))).code, `${share}`).toBe('UNREADABLE_FILE');
        }
  });
});

describe('a still HEIC', () => {
  it('is one picture in apng, and in a video', async () => {
    await expectQuarters(readFileSync((await convert(read('quarters.heic'), 'apng')).path), 64, 64, 24);
    expect((await look((await convert(read('quarters.heic'), 'mp4')).path)).packets).toBeGreaterThan(0);
  });

  it('and holds several pictures becomes several apng, and no video', async () => {
    expect((await convert(read('multi.heic'), 'apng')).format).toBe('zip');
    expect((await failure(convert(read('multi.heic'), 'mp4'))).code).toBe('UNSUPPORTED_CONVERSION');
  });
});
