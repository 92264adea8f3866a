import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { failureOf } from '../documents/locked.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';

/** Of CorelDRAW 4: a page of four inches by two, with a red square or nothing on it. */
const DRAWING = committed('drawings/files/square.cdr');
const PACKED = { 'content/riffData.cdr': DRAWING };
const X6 = 'application/x-vnd.corel.zcf.draw.document+zip';

describe('a CorelDRAW drawing', () => {
  it('is detected by its first bytes, and by the parts of its package', async () => {
    expect(await detectFormat(DRAWING, 'a')).toBe('cdr');
    expect(await detectFormat(await zip(PACKED), 'a')).toBe('cdr');
    expect(await detectFormat(await zip({ mimetype: X6, 'content/root.dat': 'x' }), 'a')).toBe('cdr');
    expect(await detectFormat(await zip({ 'content/other.cdr': DRAWING }), 'a')).toBe('zip');
  });

  it.each(['png', 'svg', 'jpg', 'webp'] as const)('becomes %s', async (target) => {
    const { file } = await convertWithOffice(DRAWING, 'cdr', target);
    const picture = sharp(file).flatten({ background: '#fff' }).toColorspace('srgb');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    expect(info.width / info.height).toBeCloseTo(2, 1);
    const at = (x: number, y: number) => {
      const start = info.channels * (Math.floor(info.height * y) * info.width + Math.floor(info.width * x));
      return [...data.subarray(start, start + 3)].map((level) =>
        level > 180 ? 'high' : level < 80 ? 'low' : 'middle',
      );
    };
    // From the middle of the page to its right and upper edge.
    expect(at(0.75, 0.25)).toEqual(['high', 'low', 'low']);
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.75],
    ] as const)
      expect(at(x, y)).toEqual(['high', 'high', 'high']);
  });

  it.each([
    ['without a shape', committed('drawings/files/empty.cdr')],
    ['that is cut off', DRAWING.subarray(0, -9)],
    ['of which only the beginning is left', DRAWING.subarray(0, 12)],
    ['of random bytes', Buffer.concat([DRAWING.subarray(0, 4), Buffer.from('\0\0\x01\0CDR4'), randomBytes(70_000)])],
  ])('%s is refused', async (_, file) => expect(await failureOf(file, 'cdr')).toBe('UNREADABLE_FILE'));

  it('in a package that is cut off, or holds something else, is refused', async () => {
    const packed = await zip(PACKED);
    expect(await failureOf(packed.subarray(0, -30), 'cdr')).toBe('UNREADABLE_FILE');
    expect(await failureOf(await zip({ 'content/riffData.cdr': 'no drawing' }), 'cdr')).toBe('UNREADABLE_FILE');
  });

  it.each(['LIST\xff\xff\x0f\0page', 'LIST\0\0\0\0obj ', 'loda\x02\0\0\0\xff\xff', '\0'])(
    'with a megabyte of %j ends',
    async (token) => {
      const filled = Buffer.from(token.repeat(1_000_000 / token.length), 'latin1');
      const file = Buffer.concat([DRAWING, filled]);
      file.writeUInt32LE(file.length - 8, 4);
      expect(await failureOf(file, 'cdr')).toMatch(/none|UNREADABLE_FILE|TOO_COMPLEX/);
    },
  );
});
