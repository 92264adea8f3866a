import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { convertWith, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BLUE, decode, expectColour, expectQuarters, failure, fixture, GREEN, RED } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

async function convert(source: string | Buffer, target: FormatName = 'png') {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = join(job, 'source');
  writeFileSync(sourcePath, typeof source === 'string' ? readFileSync(fixture(source)) : source);
  const order = { sourcePath, sourceFormat: 'avif', targetFormat: target, quality: 'high', folder: job } as const;
  return readFileSync((await convertWith(engine, order)).path);
}

describe('AVIF', () => {
  it('has its colours, of one tile or several, of 8 bits or 10', async () => {
    await expectQuarters(await convert('quarters.avif'), 64, 64);
    await expectQuarters(await convert('grid.avif'), 128, 128);
    const deep = await convert('deep.avif');
    await expectQuarters(deep, 64, 64);
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect((await sharp(await convert('deep.avif', 'webp')).metadata()).depth).toBe('uchar');
  });

  it('keeps transparency', async () => {
    const { pixel } = await decode(await convert('alpha.avif'));
    expect([pixel(10, 10)[3], pixel(54, 10)[3]]).toEqual([255, 0]);
  });

  it('is turned, mirrored and cropped as it says', async () => {
    const turned = await decode(await convert('turned.avif'));
    expect([turned.metadata.width, turned.metadata.height]).toEqual([64, 96]);
    expectColour(turned.pixel(10, 10), BLUE);
    expectColour(turned.pixel(50, 10), RED);
    const mirrored = await decode(await convert('mirrored.avif'));
    expectColour(mirrored.pixel(10, 10), GREEN);
    expectColour(mirrored.pixel(90, 10), RED);
    await expectQuarters(await convert('cropped.avif'), 48, 32);
  });

  it('keeps a wide profile', async () => {
    const result = await convert('p3.avif');
    expect((await sharp(result).metadata()).icc).toEqual((await sharp(fixture('p3.avif')).metadata()).icc);
    await expectQuarters(result, 64, 64);
  });

  it('is refused when it is cut off, or not of the size that it says', async () => {
    const whole = readFileSync(fixture('quarters.avif'));
    for (const share of [0.1, 0.4, 0.7, 0.95]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      expect((await failure(convert(part))).code, `${share}`).toBe('UNREADABLE_FILE');
    }
    const at = whole.indexOf('ispe') + 8;
    whole.writeUInt32BE(9000, at);
    expect((await failure(convert(whole))).code).toBe('UNREADABLE_FILE');
    whole.writeUInt32BE(60_000, at);
    whole.writeUInt32BE(60_000, at + 4);
    expect((await failure(convert(whole))).code).toBe('TOO_COMPLEX');
  });
});

it('AVIF of Display P3 by a number only is given the profile', async () => {
  const result = await convert('p3-nclx.avif', 'webp');
  expect((await sharp(result).metadata()).icc?.includes(Buffer.from('P3', 'utf16le').swap16())).toBe(true);
  await expectQuarters(result, 64, 64);
});
