import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { briefly, convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();
const drawingOf = (...references: readonly string[]) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="16" height="16">${references
      .map((reference) => `<image width="16" height="16" xlink:href="${reference}"/>`)
      .join('')}</svg>`,
  );
const red = sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } });

async function middleOf(source: Buffer): Promise<number[]> {
  const { path } = await convertContent(engine, place, source, ['svg', 'png']);
  const pixels = await sharp(readFileSync(path)).ensureAlpha().raw().toBuffer();
  return [...pixels.subarray((8 * 16 + 8) * 4, (8 * 16 + 8) * 4 + 4)];
}

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('a picture of %s in a drawing is drawn', async (format) => {
  const bytes = (await red.clone().toFormat(format).toBuffer()).toString('base64');
  const lines = bytes.replace(/.{40}/g, '$&&#10;');
  for (const content of [bytes, lines]) {
    const [first = 0, ...others] = await middleOf(drawingOf(`data:image/${format};base64,${content}`));
    expect(first).toBeGreaterThan(250);
    expect(others).toEqual([expect.toBeOneOf([0, 1, 2]), expect.toBeOneOf([0, 1, 2]), 255]);
  }
});

it('a drawing with a picture that cannot be decoded is drawn without it', async () => {
  expect(await middleOf(drawingOf('data:image/webp;base64,AAAA', 'data:image/gif;base64,'))).toEqual([0, 0, 0, 0]);
});

it('a drawing with a picture that would be left out is refused', async () => {
  const avif = (await red.clone().avif().toBuffer()).toString('base64');
  await expect(middleOf(drawingOf(`data:image/avif;base64,${avif}`))).rejects.toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining('only PNG, JPEG, GIF, WebP and SVG'),
  });
});

it('a megabyte of truncated data URLs is rendered as nothing', async () => {
  const beginning = 'data:image/webp;base64,';
  expect(await middleOf(drawingOf(beginning.repeat(45_000)))).toEqual([0, 0, 0, 0]);
  const text = `<desc>${beginning.repeat(45_000)}</desc>`;
  const source = drawingOf().toString().replace('</svg>', `${text}</svg>`);
  expect(await middleOf(Buffer.from(source))).toHaveLength(4);
});

const pathOf = (path: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="1000" height="1000" fill="#fff"/><path d="${path}"/></svg>`,
  );
const throughAll = (lines: number) =>
  `M0 0L${Array.from({ length: lines }, (_, at) => `${(at * 7919) % 1000} ${(at % 2) * 1000}`).join(' ')}`;

it.each([
  ['lines through all of it', pathOf(throughAll(1_000_000))],
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
  await expect(convertContent(briefly(engine, 1), place, drawing, ['svg', 'png'])).rejects.toMatchObject({
    code: 'TOO_COMPLEX',
  });
});

it('a small drawing with endless noise is given up in seconds', async () => {
  const noise = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><filter id="f"><feTurbulence baseFrequency=".5" numOctaves="2000000"/></filter><rect width="300" height="300" filter="url(#f)"/></svg>',
  );
  await expect(convertContent(briefly(engine, 20), place, noise, ['svg', 'png'])).rejects.toMatchObject({
    code: 'TOO_COMPLEX',
    message: expect.stringMatching(/^The drawing/), // by the limit of the tool
  });
});

it('a large drawing of ordinary noise is drawn', async () => {
  const noise = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f"><feTurbulence baseFrequency=".5" numOctaves="4"/></filter><rect width="2000" height="2000" filter="url(#f)"/></svg>',
  );
  const { path } = await convertContent(engine, place, noise, ['svg', 'png']);
  expect((await sharp(readFileSync(path)).metadata()).width).toBe(2000);
});
