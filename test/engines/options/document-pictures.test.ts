import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { docx, pptx } from '../../documents/office-open-xml.ts';
import { unzip } from '../../support/unzip.ts';

const TEXT = docx(Array.from({ length: 150 }, (_, index) => `Zeile ${index + 1}`));
const SLIDES = pptx(['eins', 'zwei', 'drei'], [1]);

const convert = async (source: Promise<Buffer>, from: FormatName, to: FormatName, options: Options) =>
  convertWithOffice(await source, from, to, 'low', options);

it('pages of a document are the chosen ones', async () => {
  expect((await convert(TEXT, 'docx', 'png', { pages: '4' })).format).toBe('png');
  const { format, file } = await convert(TEXT, 'docx', 'jpg', { pages: '1,3-' });
  expect([format, unzip(file).size]).toEqual(['zip', 3]);
  // All slides are drawn, also those that are not shown.
  expect((await convert(SLIDES, 'pptx', 'png', { pages: '3' })).format).toBe('png');
});

it.each([10, 72, 200])('pages are drawn with %s dots to the inch', async (dpi) => {
  const { file } = await convert(TEXT, 'docx', 'png', { pages: '1', dpi });
  const { width, height } = await sharp(file).metadata();
  // Letter: 8.5 by 11 inches.
  expect([width, height]).toEqual([Math.ceil(8.5 * dpi), 11 * dpi]);
});
