import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { convertWith, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { BLUE, decode, expectColour, expectQuarters, failure, fixture, RED } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

/** The same engine where the layer was not built: it may not read the layer. */
const plain: Engine = { ...engine, name: 'sharp-alone', worker: { ...engine.worker, optionalLayers: [] } };

async function convert(by: Engine, source: string | Buffer, target: FormatName = 'png') {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = join(job, 'source');
  writeFileSync(sourcePath, typeof source === 'string' ? readFileSync(fixture(source)) : source);
  const order = { sourcePath, sourceFormat: 'heic', targetFormat: target, quality: 'high', folder: job } as const;
  const { format, path } = await convertWith(by, order);
  return { format, bytes: readFileSync(path) };
}

const pixels = async (by: Engine, source: string) =>
  sharp((await convert(by, source)).bytes)
    .toColourspace('srgb')
    .raw()
    .toBuffer();

/** The file with other numbers where it says how large its picture is. */
function resized(width: number, height: number): Buffer {
  const file = readFileSync(fixture('quarters.heic'));
  const at = file.indexOf('ispe') + 8;
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  return file;
}

describe.each([
  { decoder: 'of the layer', by: engine },
  { decoder: 'in WebAssembly', by: plain },
])('libheif $decoder', ({ by }) => {
  it('reads pictures upright, with what the camera wrote', async () => {
    const { pixel, metadata } = await decode((await convert(by, 'rotated.heic', 'jpg')).bytes);
    expect([metadata.width, metadata.height, metadata.orientation]).toEqual([64, 96, 1]);
    expectColour(pixel(10, 10), BLUE);
    expectColour(pixel(50, 10), RED);
    expect(metadata.exif?.includes('2020:01:02 03:04:05')).toBe(true);
  });

  it('reads transparency', async () => {
    const { pixel } = await decode((await convert(by, 'alpha.heic')).bytes);
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('reads every picture of a file', async () => {
    const { format, bytes } = await convert(by, 'multi.heic');
    expect(format).toBe('zip');
    const pages = [...(await unzip(bytes)).values()];
    expect(pages).toHaveLength(2);
    for (const page of pages) expectColour((await decode(page)).pixel(10, 10), RED, 24);
  });

  it.each(['p3.heic', 'p3-nclx.heic'])('keeps the colours of %s, and their profile where it can be', async (name) => {
    for (const target of ['jpg', 'png', 'webp', 'tiff', 'avif'] as const) {
      const { bytes } = await convert(by, name, target);
      const { icc } = await sharp(bytes).metadata();
      expect(icc?.includes(Buffer.from('P3', 'utf16le').swap16()), target).toBe(true);
      await expectQuarters(bytes, 64, 64, 16);
    }
    const gif = (await convert(by, name, 'gif')).bytes;
    expect((await sharp(gif).metadata()).icc).toBeUndefined();
    await expectQuarters(gif, 64, 64, 16);
  });

  it('refuses what is cut off or broken', async () => {
    const whole = readFileSync(fixture('quarters.heic'));
    for (const share of [0.1, 0.4, 0.7, 0.95]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect((await failure(convert(by, part))).code, `${share}`).toBe('UNREADABLE_FILE');
    }
  });

  it('refuses what is too large before it is decoded', async () => {
    expect((await failure(convert(by, resized(60_000, 60_000)))).code).toBe('TOO_COMPLEX');
  });

  it('refuses pictures that are not of the size that the file says', async () => {
    expect((await failure(convert(by, resized(9_000, 9_000)))).code).toBe('UNREADABLE_FILE');
  });

  it('says of what it does not know that it is of such a kind', async () => {
    const layered = readFileSync(fixture('quarters.heic'));
    layered.write('lhv1', layered.indexOf('hvc1'), 'latin1');
    const failed = await failure(convert(by, layered));
    expect(failed).toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringContaining('in layers') });
  });

  it('goes on after a file that it refused', async () => {
    await failure(convert(by, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')));
    await expectQuarters((await convert(by, 'quarters.heic')).bytes, 64, 64);
  });
});

describe('both of them', () => {
  it.each(['quarters.heic', 'alpha.heic', 'rotated.heic', 'p3.heic', 'p3-nclx.heic', 'deep.heic'])(
    'see the same in %s',
    async (name) => {
      const [a, b] = [await pixels(engine, name), await pixels(plain, name)];
      expect(a.length).toBe(b.length);
      const worst = a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? -255))), 0);
      // Of 10 bits, one of them rounds once more.
      expect(worst).toBeLessThanOrEqual(name === 'deep.heic' ? 2 : 1);
    },
  );

  it('are there: only that of the layer hands on more than 8 bits', async () => {
    const depth = async (by: Engine) => (await sharp((await convert(by, 'deep.heic')).bytes).metadata()).depth;
    expect([await depth(engine), await depth(plain)]).toEqual(['ushort', 'uchar']);
  });
});
