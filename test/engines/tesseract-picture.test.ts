import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharpPicture } from '../../functions/engines/sharp/picture.ts';
import { drawPicture } from '../../functions/engines/tesseract/draw-picture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** A picture of one colour, drawn to be read. */
async function drawn(background: string, { width, height, density }: Record<'width' | 'height' | 'density', number>) {
  const work = mkdtempSync(join(folder, 'drawn-'));
  const path = join(work, 'picture.png');
  await sharp({ create: { width, height, channels: 4, background } })
    .withDensity(density)
    .png()
    .toFile(path);
  return drawPicture(await sharpPicture(path), work);
}

async function pixelsOf(path: string): Promise<{ width: number; height: number; channels: number; first?: number }> {
  const { data, info } = await sharp(path).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, channels, ...(data[0] !== undefined && { first: data[0] }) };
}

it.each([
  ['#ff0000', 76],
  ['#00ff00', 150],
  ['#0000ff', 28],
  ['#ffffff', 255],
  ['#00000000', 255],
])('%s is grey, as poppler draws it', async (colour, grey) => {
  const page = await drawn(colour, { width: 300, height: 150, density: 300 });
  expect(page?.size).toEqual({ width: 72, height: 36 });
  const { first = 0, ...size } = await pixelsOf(page?.path ?? '');
  expect(size).toEqual({ width: 300, height: 150, channels: 1 });
  expect(Math.abs(first - grey)).toBeLessThanOrEqual(1);
});

it('is made smaller where it has more pixels than are read, and keeps those of which there are about as many', async () => {
  const fine = await drawn('#ffffff', { width: 1200, height: 600, density: 600 });
  expect(fine?.dpi).toBe(300);
  expect(await pixelsOf(fine?.path ?? '')).toMatchObject({ width: 600, height: 300 });
  const near = await drawn('#ffffff', { width: 1200, height: 600, density: 310 });
  expect(near?.dpi).toBeCloseTo(310, 0);
  expect(await pixelsOf(near?.path ?? '')).toMatchObject({ width: 1200, height: 600 });
});

it('is left to poppler where it has fewer', async () => {
  expect(await drawn('#ffffff', { width: 300, height: 150, density: 150 })).toBeUndefined();
});
