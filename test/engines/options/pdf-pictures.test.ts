import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { look } from '../../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../../pdfs/hand-written.ts';
import { ask, refusal } from './pdf-eyes.ts';

/** Red to the left, blue to the right, green below. */
const page = {
  width: 120,
  height: 60,
  content: rectangle('1 0 0', 0, 20, 60, 40) + rectangle('0 0 1', 60, 20, 60, 40) + rectangle('0 1 0', 0, 0, 120, 20),
};
const single = handWritten([page]);
const seen = async (options: Options, target: FormatName = 'png') => look((await ask(single, target, options)).bytes);
const pixels = async (options: Options) =>
  sharp((await ask(handWritten([{ ...page, content: page.content + words('Fine', 5, 30, 9) }]), 'png', options)).bytes)
    .raw()
    .toBuffer();

describe('size', () => {
  it.each<[Options, [number, number]]>([
    [{ width: 1 }, [1, 1]],
    [{ width: 100, height: 100, fit: 'cover' }, [100, 100]],
    [{ width: 5000, enlarge: false }, [250, 125]],
  ])('%j', async (options, [width, height]) => {
    expect(await seen(options)).toMatchObject({ width, height });
  });

  it('is drawn, and not made from a picture of another size', async () => {
    expect((await pixels({ width: 240 })).equals(await pixels({ dpi: 144 }))).toBe(true);
    expect((await pixels({ width: 240, dpi: 72 })).equals(await pixels({ dpi: 144 }))).toBe(false);
  });

  it('of all pages of a TIFF file', async () => {
    const { bytes } = await ask(handWritten([page, { ...page, width: 60 }]), 'tiff', { width: 90 });
    expect([await look(bytes, 0), await look(bytes, 1)]).toMatchObject([
      { width: 90, height: 45 },
      { width: 90, height: 90 },
    ]);
  });
});

describe('what is done to the picture', () => {
  it.each<[Options, [string, string]]>([
    [{ crop: '0,0,100,50', dpi: 150 }, ['red', 'red']],
    [{ width: 100, height: 200, fit: 'contain', background: '#000' }, ['black', 'black']],
  ])('%j', async (options, expected) => {
    const { at } = await seen(options);
    expect([at(0.1, 0.1), at(0.9, 0.1)]).toEqual(expected);
  });

  it('a part must lie on the page as it is drawn', async () => {
    expect(await refusal(seen({ crop: '0,0,120,60', dpi: 72 }))).toBe('none');
    expect(await refusal(seen({ crop: '0,0,121,60', dpi: 72 }))).toContain('INVALID_OPTION: The option "crop"');
  });
});

describe('image_quality', () => {
  it.each(['jpg', 'webp', 'avif'] as const)('of %s', async (target) => {
    const size = async (image_quality: number) => (await ask(single, target, { image_quality, dpi: 300 })).bytes.length;
    expect(await size(5)).toBeLessThan(await size(95));
  });
});
