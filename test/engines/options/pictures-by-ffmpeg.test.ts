import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { look } from '../../media/look.ts';
import { expectRefused, failure } from '../../support/failure.ts';
import { BLUE, expectColour, fixture, GREEN, RED, YELLOW } from '../quarters.ts';
import { make, see } from './eye.ts';

/** A picture of ours: see the README beside it. */
const path = (name: string) => fixture(`made/${name}`);
const READ = ['tga', 'qoi', 'ppm', 'sgi', 'jxl', 'jp2', 'exr'] as const;
const WRITTEN = ['jxl', 'jp2', 'tga', 'ppm', 'pgm', 'pam', 'pcx', 'sgi', 'qoi', 'exr', 'dpx'] as const;

/** Red, green and blue, of 200, 100 and 400 ms. */
const FILM = 'three-frames.gif';
const of = (name: string, to: FormatName, options: Options) =>
  make({ source: path(name), from: name.split('.').at(-1) as FormatName, to, options });

/** Turned to the right, the lower half of that, mirrored, and half as large. */
const SHAPED = { crop: '0,0,48,32', rotate: 90, flip: 'horizontal', width: 16 };

it.each(WRITTEN)('a picture that ffmpeg writes is cut, turned and scaled: %s', async (to) => {
  const seen = await see((await of('quarters.png', to, SHAPED)).path);
  expect([seen.width, seen.height]).toEqual([16, 24]);
  if (to === 'pgm' || to === 'exr') return;
  expectColour(seen.pixel(3, 4), RED, 20);
  expectColour(seen.pixel(12, 4), BLUE, 20);
  expectColour(seen.pixel(3, 19), GREEN, 20);
  expectColour(seen.pixel(12, 19), YELLOW, 20);
});

it.each(['jxl', 'tga', 'ppm', 'qoi'] as const)(
  'a picture that ffmpeg writes has the background, and shades of grey: %s',
  async (to) => {
    const seen = await see(
      (await of('quarters.png', to, { width: 40, height: 40, fit: 'contain', background: '#ff0080' })).path,
    );
    expectColour(seen.pixel(1, 1), [255, 0, 128], 2);
    const grey = await see((await of('quarters.png', to, { color: 'gray' })).path);
    expect(new Set(grey.pixel(5, 5).slice(0, 3)).size).toBe(1);
  },
);
it.each([
  ['jxl', 90],
  ['jp2', 40],
] as const)('a picture that ffmpeg writes has the requested image quality: %s', async (to, usual) => {
  const made = async (options: Options) => (await of('photo.jpg', to, options)).bytes;
  const [low, high] = [await made({ image_quality: 1 }), await made({ image_quality: 100 })];
  expect(high.length).toBeGreaterThan(4 * low.length);
  expect((await made({ image_quality: usual })).equals(await made({}))).toBe(true);
  const [before, after] = [await of('photo.jpg', 'png', {}), await of('photo.jpg', to, { lossless: true })];
  expect((await see(after.path)).data.equals((await see(before.path)).data)).toBe(true);
});

it('a picture that ffmpeg writes is made of a frame or of pages of its source', async () => {
  expectColour((await see((await of(FILM, 'qoi', { frame: 2 })).path)).pixel(5, 5), [0, 255, 0], 4);
  const heic = { source: fixture('multi.heic'), from: 'heic', to: 'jxl' } as const;
  expect((await make(heic)).format).toBe('zip');
  expect((await make({ ...heic, options: { pages: '2', width: 20 } })).format).toBe('jxl');
});

it.each(READ)('a picture that ffmpeg reads is cut, turned and scaled: %s', async (from) => {
  const seen = await see((await of(`quarters.${from}`, from === 'jp2' ? 'tga' : 'png', SHAPED)).path);
  expect([seen.width, seen.height]).toEqual([16, 24]);
  expectColour(seen.pixel(3, 4), RED, 24);
  expectColour(seen.pixel(12, 19), YELLOW, 24);
});

it('a picture that ffmpeg reads is not cropped beyond its borders', async () => {
  await expectRefused(
    of('quarters.tga', 'png', { crop: '40,0,9,1' }),
    'INVALID_OPTION',
    '"crop" must lie within the picture, which has 48 x 32 pixels',
  );
});

/** The mean colour around a place: a single pixel is what the encoder made of it. */
function meanAround(pixel: (x: number, y: number) => number[], x: number, y: number): number[] {
  const around = Array.from({ length: 49 }, (_, at) => pixel(x - 3 + (at % 7), y - 3 + Math.floor(at / 7)));
  return [0, 1, 2].map((channel) => around.reduce((sum, color) => sum + (color[channel] ?? 0), 0) / around.length);
}

it.each([FILM, 'film.avif'])(
  'an animation that ffmpeg writes keeps its frames and times, however it is cut, turned and scaled: %s',
  async (name) => {
    const made = await of(name, 'avif', {
      ...{ crop: '0,0,96,96', rotate: 90, background: '#fff' },
      width: 120,
      height: 80,
      fit: 'contain',
    });
    expect(Number((await look(made.path)).streams[1]?.duration)).toBeCloseTo(0.7, 1);
    for (const [index, colour] of (
      [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
      ] as const
    ).entries()) {
      const seen = await see(made.path, index, 1);
      expect([seen.width, seen.height]).toEqual([120, 80]);
      expectColour(meanAround(seen.pixel, 60, 40), colour, 24);
      expectColour(meanAround(seen.pixel, 4, 4), [255, 255, 255], 24);
    }
  },
);

it.each(['gif', 'webp'] as const)('an animation that ffmpeg writes is taken from an AVIF to %s', async (to) => {
  const made = await of('film.avif', to, { width: 32, speed: 2, flip: 'both' });
  const frame = await of('film.avif', to, { frame: 3 });
  expect((await see(frame.path)).pixel(5, 5)[2]).toBeGreaterThan(200);
  const { width, pages, delay } = await sharp(made.bytes).metadata();
  expect({ width, pages, delay }).toEqual({ width: 32, pages: 3, delay: [100, 50, 200] });
});

it('an animation that ffmpeg writes has no frame beyond its last', async () => {
  for (const [name, to] of [
    [FILM, 'avif'],
    ['film.avif', 'webp'],
  ] as const)
    expect((await failure(of(name, to, { frame: 4 }))).code).toBe('INVALID_OPTION');
  const still = { source: fixture('quarters.avif'), from: 'avif', to: 'webp' } as const;
  expect((await failure(make({ ...still, options: { frame: 2 } }))).code).toBe('INVALID_OPTION');
  expect((await make({ ...still, options: { frame: 1 } })).format).toBe('webp');
});
