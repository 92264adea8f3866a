import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { convertWith } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { BLUE, decode, expectColour, expectQuarters, fixture, RED } from './quarters.ts';

const folder = temporaryFolder();

async function convert(source: string | Buffer, target: FormatName = 'png', sourceFormat: FormatName = 'heic') {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = join(job, 'source');
  writeFileSync(sourcePath, typeof source === 'string' ? readFileSync(fixture(source)) : source);
  const order = { sourcePath, sourceFormat, targetFormat: target, quality: 'high', folder: job } as const;
  const { format, path } = await convertWith(engine, order);
  return { format, bytes: readFileSync(path) };
}

/** The file with other numbers where it says how large its picture is. */
function resized(width: number, height: number): Buffer {
  const file = readFileSync(fixture('quarters.heic'));
  const at = file.indexOf('ispe') + 8;
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  return file;
}

describe('HEIC', () => {
  it('reads pictures upright, with their EXIF', async () => {
    const { pixel, metadata } = await decode((await convert('rotated.heic', 'jpg')).bytes);
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([64, 96, 1]);
    expectColour(pixel(10, 10), BLUE);
    expectColour(pixel(50, 10), RED);
    expect(metadata.exif?.includes('2020:01:02 03:04:05')).toBe(true);
  });

  it('reads transparency', async () => {
    const { pixel } = await decode((await convert('alpha.heic')).bytes);
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('reads every picture of a file', async () => {
    const { format, bytes } = await convert('multi.heic');
    expect(format).toBe('zip');
    const pages = [...(await unzip(bytes)).values()];
    expect(pages).toHaveLength(2);
    for (const page of pages) expectColour((await decode(page)).pixel(10, 10), RED, 24);
  });

  it.each(['p3.heic', 'p3-nclx.heic'])('keeps the colours of %s, and their profile where it can be', async (name) => {
    for (const target of ['jpg', 'png', 'webp', 'tiff', 'avif'] as const) {
      const { bytes } = await convert(name, target);
      const { icc } = await sharp(bytes).metadata();
      expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16()), target).toBe(true);
      await expectQuarters(bytes, 64, 64, 16);
    }
    const gif = (await convert(name, 'gif')).bytes;
    expect((await sharp(gif).metadata()).icc).toBeUndefined();
    await expectQuarters(gif, 64, 64, 16);
  });

  it('refuses truncated and damaged files', async () => {
    const whole = readFileSync(fixture('quarters.heic'));
    for (const share of [0.1, 0.4, 0.7, 0.95]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect((await failure(convert(part))).code, `${share}`).toBe('UNREADABLE_FILE');
    }
  });

  it('refuses what is too large before it is decoded', async () => {
    expect((await failure(convert(resized(60_000, 60_000)))).code).toBe('TOO_COMPLEX');
  });

  it('refuses pictures that are not of the size in the header', async () => {
    expect((await failure(convert(resized(9_000, 9_000)))).code).toBe('UNREADABLE_FILE');
  });

  it('names unsupported features', async () => {
    const layered = readFileSync(fixture('quarters.heic'));
    layered.write('lhv1', layered.indexOf('hvc1'), 'latin1');
    const failed = await failure(convert(layered));
    expect(failed).toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringContaining('layered pictures') });
  });

  it('keeps more than 8 bits', async () => {
    expect((await sharp((await convert('deep.heic')).bytes).metadata()).depth).toBe('ushort');
  });

  it('refuses an animation without a still picture, and names its targets', async () => {
    for (const target of ['png', 'gif', 'pdf'] as const)
      expect(await failure(convert('film.heic', target)), target).toMatchObject({
        code: 'UNSUPPORTED_CONVERSION',
        message: expect.stringContaining('without a still picture'),
      });
  });
});

describe('AVIF', () => {
  const png = async (name: string, target?: FormatName) => (await convert(name, target, 'avif')).bytes;

  it.each([
    ['quarters.avif', 64, 64],
    ['grid.avif', 128, 128],
    ['deep.avif', 64, 64],
    ['cropped.avif', 48, 32],
    ['p3.avif', 64, 64],
    ['p3-nclx.avif', 64, 64],
  ])('has its colours: %s', async (name, width, height) => {
    await expectQuarters(await png(name), width, height);
  });

  it('keeps more than 8 bits where the target holds them', async () => {
    expect((await sharp(await png('deep.avif')).metadata()).depth).toBe('ushort');
    expect((await sharp(await png('deep.avif', 'webp')).metadata()).depth).toBe('uchar');
  });

  it('keeps transparency, and applies rotation and mirroring', async () => {
    const clear = await decode(await png('alpha.avif'));
    expect([clear.pixel(10, 10)[3], clear.pixel(54, 10)[3]]).toEqual([255, 0]);
    const turned = await decode(await png('turned.avif'));
    expectColour(turned.pixel(10, 10), BLUE);
    expectColour(turned.pixel(50, 10), RED);
    expectColour((await decode(await png('mirrored.avif'))).pixel(90, 10), RED);
  });

  it('keeps a wide profile, and is given one for a number that means Display P3', async () => {
    expect((await sharp(await png('p3.avif')).metadata()).icc).toEqual(
      (await sharp(fixture('p3.avif')).metadata()).icc,
    );
    const { icc } = await sharp(await png('p3-nclx.avif', 'webp')).metadata();
    expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16())).toBe(true);
  });
});
