import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { look } from '../../media/look.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { failure } from '../../support/failure.ts';
import { photo, plain } from '../../support/pictures.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BLUE, expectColour, fixture, GREEN, quarters, RED, YELLOW } from '../quarters.ts';
import { make, see } from './eye.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const READ = ['tga', 'qoi', 'ppm', 'sgi', 'jxl', 'jp2', 'exr'] as const;
const WRITTEN = ['jxl', 'jp2', 'tga', 'ppm', 'pgm', 'pam', 'pcx', 'sgi', 'qoi', 'exr', 'dpx'] as const;

beforeAll(async () => {
  writeFileSync(path('quarters.png'), await quarters(48, 32));
  writeFileSync(path('photo.jpg'), await photo(300, 240));
  for (const format of READ) {
    const { bytes } = await make({ source: path('quarters.png'), from: 'png', to: format, quality: 'high' });
    writeFileSync(path(`quarters.${format}`), bytes);
  }
  const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((background) => plain(background, 128, 96)));
  const film = sharp(frames, { join: { animated: true } });
  await film
    .clone()
    .gif({ delay: [200, 100, 400] })
    .toFile(path('film.gif'));
  const { path: moving } = await make({ source: path('film.gif'), from: 'gif', to: 'avif' });
  await runFfmpeg('ffmpeg', '-y', '-i', moving, '-map', '0:1', '-c', 'copy', path('film.avif'));
});

const of = (name: string, to: FormatName, options: Options) =>
  make({ source: path(name), from: name.split('.').at(-1) as FormatName, to, options });

/** Turned to the right, the lower half of that, mirrored, and half as large. */
const SHAPED = { crop: '0,0,48,32', rotate: 90, flip: 'horizontal', width: 16 };

describe('a picture that ffmpeg writes', () => {
  it.each(WRITTEN)('is cut, turned and scaled: %s', async (to) => {
    const seen = await see((await of('quarters.png', to, SHAPED)).path);
    expect([seen.width, seen.height]).toEqual([16, 24]);
    if (to === 'pgm' || to === 'exr') return;
    expectColour(seen.pixel(3, 4), RED, 20);
    expectColour(seen.pixel(12, 4), BLUE, 20);
    expectColour(seen.pixel(3, 19), GREEN, 20);
    expectColour(seen.pixel(12, 19), YELLOW, 20);
  });

  it.each(['jxl', 'tga', 'ppm', 'qoi'] as const)('has the background, and shades of grey: %s', async (to) => {
    const seen = await see(
      (await of('quarters.png', to, { width: 40, height: 40, fit: 'contain', background: '#ff0080' })).path,
    );
    expectColour(seen.pixel(1, 1), [255, 0, 128], 2);
    const grey = await see((await of('quarters.png', to, { color: 'gray' })).path);
    expect(new Set(grey.pixel(5, 5).slice(0, 3)).size).toBe(1);
  });

  it.each(['jxl', 'jp2'] as const)('has the requested image quality: %s', async (to) => {
    const sizes: number[] = [];
    for (const image_quality of [1, 50, 100]) sizes.push((await of('photo.jpg', to, { image_quality })).bytes.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes[2]).toBeGreaterThan(4 * (sizes[0] ?? 0));
    const usual = { jxl: 90, jp2: 40 }[to];
    const [asked, plain] = [await of('photo.jpg', to, { image_quality: usual }), await of('photo.jpg', to, {})];
    expect(asked.bytes.equals(plain.bytes)).toBe(true);
    const [before, after] = [await of('photo.jpg', 'png', {}), await of('photo.jpg', to, { lossless: true })];
    expect((await see(after.path)).data.equals((await see(before.path)).data)).toBe(true);
  });

  it('is made of a frame or of pages of its source', async () => {
    expectColour((await see((await of('film.gif', 'qoi', { frame: 2 })).path)).pixel(5, 5), [0, 255, 0], 4);
    const heic = { source: fixture('multi.heic'), from: 'heic', to: 'jxl' } as const;
    expect((await make(heic)).format).toBe('zip');
    expect((await make({ ...heic, options: { pages: '2', width: 20 } })).format).toBe('jxl');
  });
});

describe('a picture that ffmpeg reads', () => {
  it.each(READ)('is cut, turned and scaled: %s', async (from) => {
    const seen = await see((await of(`quarters.${from}`, from === 'jp2' ? 'tga' : 'png', SHAPED)).path);
    expect([seen.width, seen.height]).toEqual([16, 24]);
    expectColour(seen.pixel(3, 4), RED, 24);
    expectColour(seen.pixel(12, 19), YELLOW, 24);
  });

  it.each<[string, FormatName, Options, string]>([
    ['quarters.exr', 'hdr', { width: 5 }, '"width" is no option of hdr'],
    ['quarters.tga', 'png', { crop: '40,0,9,1' }, '"crop" must lie within the picture, which has 48 x 32 pixels'],
  ])('refuses of %s for %s: %j', async (name, to, options, words) => {
    const { code, message } = await failure(of(name, to, options));
    expect({ code, message }).toEqual({ code: 'INVALID_OPTION', message: expect.stringContaining(words) });
  });
});

/** The mean colour around a place: a single pixel is what the encoder made of it. */
function meanAround(pixel: (x: number, y: number) => number[], x: number, y: number): number[] {
  const around = Array.from({ length: 49 }, (_, at) => pixel(x - 3 + (at % 7), y - 3 + Math.floor(at / 7)));
  return [0, 1, 2].map((channel) => around.reduce((sum, color) => sum + (color[channel] ?? 0), 0) / around.length);
}

describe('an animation that ffmpeg writes', () => {
  it.each(['film.gif', 'film.avif'])(
    'keeps its frames and times, however it is cut, turned and scaled: %s',
    async (name) => {
      const made = await of(name, 'avif', {
        ...{ crop: '0,0,96,96', rotate: 90, background: '#fff' },
        ...{ width: 120, height: 80, fit: 'contain' },
      });
      const { streams, packets } = await look(made.path);
      expect(Number(streams[1]?.duration)).toBeCloseTo(0.7, 1);
      expect(packets).toBeGreaterThanOrEqual(3);
      const colours = [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
      ] as const;
      for (const [index, colour] of colours.entries()) {
        const seen = await see(made.path, index, 1);
        expect([seen.width, seen.height]).toEqual([120, 80]);
        expectColour(meanAround(seen.pixel, 60, 40), colour, 24);
        expectColour(meanAround(seen.pixel, 4, 4), [255, 255, 255], 24);
      }
    },
  );

  it.each(['gif', 'webp', 'apng'] as const)('is taken from an AVIF to %s', async (to) => {
    const made = await of('film.avif', to, { width: 32, speed: 2, flip: 'both' });
    const frame = await of('film.avif', to, { frame: 3 });
    expect((await see(frame.path)).pixel(5, 5)[2]).toBeGreaterThan(200);
    if (to === 'apng') return expect((await look(made.path)).duration).toBeCloseTo(0.35, 1);
    const { width, pages, delay } = await sharp(made.bytes).metadata();
    expect({ width, pages, delay }).toEqual({ width: 32, pages: 3, delay: [100, 50, 200] });
  });

  it('has no frame beyond its last', async () => {
    for (const to of ['gif', 'avif'] as const)
      expect((await failure(of('film.gif', to, { frame: 4 }))).code).toBe('INVALID_OPTION');
    expect((await failure(of('film.avif', 'webp', { frame: 4 }))).code).toBe('INVALID_OPTION');
    const still = { source: fixture('quarters.avif'), from: 'avif', to: 'webp' } as const;
    expect((await failure(make({ ...still, options: { frame: 2 } }))).code).toBe('INVALID_OPTION');
    expect((await make({ ...still, options: { frame: 1, width: 24 } })).format).toBe('webp');
  });
});
