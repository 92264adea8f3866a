import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { briefly, convertContent, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

stopEnginesAfterwards();

const place = temporaryFolder();
const drawingOf = (path: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="#fff"/><path d="${path}"/></svg>`,
  );
/** A spiral of short lines, such as a coast has. */
const spiral = (corners: number) =>
  `M500 500L${Array.from({ length: corners }, (_, at) => {
    const radius = (490 * at) / corners;
    return `${(500 + radius * Math.cos(at / 500)).toFixed(2)} ${(500 + radius * Math.sin(at / 500)).toFixed(2)}`;
  }).join(' ')}`;
const throughAll = (lines: number) =>
  `M0 0L${Array.from({ length: lines }, (_, at) => `${(at * 7919) % 1000} ${(at % 2) * 1000}`).join(' ')}`;

it('draws a path of 200,000 corners', async () => {
  const { path } = await convertContent(engine, place, drawingOf(spiral(200_000)), ['svg', 'png']);
  const { data, info } = await sharp(readFileSync(path)).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1000, 1000]);
  const dark = data.filter((value) => value < 128).length / data.length;
  expect(dark).toBeGreaterThan(0.1);
  expect(dark).toBeLessThan(0.9);
});

it.each([
  ['lines through all of it', drawingOf(throughAll(1_000_000))],
  [
    'letters in one text',
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text y="50">${'word '.repeat(40_000)}</text></svg>`,
    ),
  ],
  [
    'filters',
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="4000"><filter id="b"><feGaussianBlur stdDeviation="9"/></filter>${'<rect width="100%" height="100%" filter="url(#b)"/>'.repeat(40)}</svg>`,
    ),
  ],
])('ends a drawing of too many %s when its processor time is over', async (_, drawing) => {
  await expect(convertContent(briefly(engine), place, drawing, ['svg', 'png'])).rejects.toMatchObject({
    code: 'TOO_COMPLEX',
  });
});
