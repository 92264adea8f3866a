import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertContent, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { decode, expectQuarters, failure, fixture } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

/** The same engine where the layer was not built: it may not read the layer. */
const plain: Engine = { ...engine, name: 'sharp-alone', worker: { ...engine.worker, optionalLayers: [] } };

const convert = async (
  by: Engine,
  content: Buffer,
  [source, target]: readonly [FormatName, FormatName] = ['heic', 'png'],
) => readFileSync((await convertContent(by, folder, content, [source, target], { quality: 'high' })).path);

const read = (name: string) => readFileSync(fixture(name));

/** What turns and mirrors a picture, as the orientations of EXIF do, from 1. */
const MATRICES = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [-1, 0, 0, -1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, 1, -1, 0],
  [0, -1, -1, 0],
  [0, -1, 1, 0],
] as const;
const ONE = 0x10000;
/** Where the matrix of a track lies behind the name of its header, which is of version 0. */
const MATRIX = 44;

/** The film with another matrix. */
function turned([a, b, c, d]: readonly number[]): Buffer {
  const file = read('film-wide.heic');
  const at = file.indexOf('tkhd') + MATRIX;
  for (const [index, value] of [a, b, 0, c, d].entries()) file.writeInt32BE((value ?? 0) * ONE, at + index * 4);
  return file;
}

/** The first picture of a film as ffmpeg sees it. */
async function seenByFfmpeg(content: Buffer): Promise<Buffer> {
  const [from, to] = [join(folder, 'film'), join(folder, 'seen.png')];
  writeFileSync(from, content);
  await runFfmpeg('ffmpeg', '-y', '-f', 'mov', '-i', from, '-map', '0:v:0', '-frames:v', '1', to);
  return readFileSync(to);
}

const raw = (picture: Buffer) => sharp(picture).toColourspace('srgb').removeAlpha().raw().toBuffer();

/** How much two pictures look alike, in decibels. */
async function likeness(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await raw(one), await raw(other)];
  expect(a.length).toBe(b.length);
  const sum = a.reduce((total, value, at) => total + (value - (b[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (sum / a.length));
}

describe.each([
  { decoder: 'libheif of the layer', by: engine },
  { decoder: 'libheif in WebAssembly', by: plain },
])('HEIC that holds a film and no still, by $decoder', ({ by }) => {
  it('is converted as its first picture', async () => {
    for (const target of ['png', 'jpg', 'tiff'] as const)
      await expectQuarters(await convert(by, read('film.heic'), ['heic', target]), 64, 64);
  });

  it('keeps transparency, which is a film of its own', async () => {
    const { pixel } = await decode(await convert(by, read('film-alpha.heic')));
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('has the colours that its boxes speak of, and not its pictures', async () => {
    const result = await convert(by, read('film-p3.heic'));
    expect((await sharp(result).metadata()).icc?.includes(Buffer.from('P3', 'utf16le').swap16())).toBe(true);
    await expectQuarters(result, 64, 64, 16);
  });

  it('is turned and mirrored as it says, like ffmpeg turns and mirrors it', async () => {
    for (const [index, matrix] of MATRICES.entries()) {
      const film = turned(matrix);
      const result = await convert(by, film);
      const { width, height, orientation = 1 } = await sharp(result).metadata();
      expect([width, height, orientation], `${index + 1}`).toEqual([...(index < 4 ? [96, 64] : [64, 96]), 1]);
      expect(await likeness(result, await seenByFfmpeg(film)), `${index + 1}`).toBeGreaterThan(30);
    }
  });

  it('is not made an animation of', async () => {
    const failed = await failure(convert(by, read('film.heic'), ['heic', 'gif']));
    expect(failed).toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('first picture can be converted to: jpg, png, tiff, bmp, ico'),
    });
  });

  it('is refused when it is cut off, or not of the size that it says', async () => {
    const whole = read('film.heic');
    for (const share of [0.1, 0.4, 0.7, 0.8]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect((await failure(convert(by, part))).code, `${share}`).toBe('UNREADABLE_FILE');
    }
    const sized = (width: number, height: number) => {
      const file = read('film.heic');
      const at = file.indexOf('hvc1', file.indexOf('stsd')) + 28;
      file.writeUInt16BE(width, at);
      file.writeUInt16BE(height, at + 2);
      return file;
    };
    await expectQuarters(await convert(by, sized(64, 64)), 64, 64);
    expect((await failure(convert(by, sized(65, 64)))).code).toBe('UNREADABLE_FILE');
    expect((await failure(convert(by, sized(60_000, 60_000)))).code).toBe('TOO_COMPLEX');
  });

  it('is refused where its only track is not to be shown', async () => {
    const file = read('film.heic');
    file.write('auxv', file.indexOf('pict'), 'latin1');
    expect((await failure(convert(by, file))).code).toBe('UNREADABLE_FILE');
  });
});

describe('a film without a still', () => {
  it('keeps more than 8 bits by the layer', async () => {
    const result = await convert(engine, read('film-deep.heic'));
    expect((await sharp(result).metadata()).depth).toBe('ushort');
    await expectQuarters(result, 64, 64);
    expect((await sharp(await convert(engine, read('film.heic'))).metadata()).depth).toBe('uchar');
  });

  it('is read from AVIF, by the layer and without it', async () => {
    const film = read('film.avif');
    for (const by of [engine, plain]) {
      const result = await convert(by, film, ['avif', 'png']);
      await expectQuarters(result, 64, 64);
      expect(await likeness(result, await seenByFfmpeg(film))).toBeGreaterThan(30);
    }
  });

  it('of which little is true is refused', async () => {
    // As many tracks as fit into a megabyte, none of which has what a track has.
    const track = Buffer.from('000000087472616b', 'hex');
    const tracks = Buffer.concat(Array<Buffer>(131_072).fill(track));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + tracks.length);
    header.write('moov', 4, 'latin1');
    const film = Buffer.concat([read('film.heic').subarray(0, 40), header, tracks]);
    expect((await failure(convert(engine, film))).code).toBe('UNREADABLE_FILE');
    expect((await failure(convert(plain, film))).code).toBe('UNREADABLE_FILE');
  });
});
