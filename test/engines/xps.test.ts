import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { asZip64 } from '../detection/zip64.ts';
import { papersOfPdf, textOfPdf } from '../documents/read-result.ts';
import { xps } from '../drawings/xps-file.ts';
import { look } from '../pdfs/convert-pdf.ts';
import { convertContent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();

const convert = (content: Buffer, target: FormatName, options = {}) =>
  convertContent(djvulibre, place, content, ['xps', target], { options });
const failure = (content: Buffer, target: FormatName = 'pdf') =>
  convert(content, target).then(
    ({ path }) => `made ${readFileSync(path).length} bytes`,
    ({ code }: { code: string }) => code,
  );

it('xps is detected by its parts, whatever its name is', async () => {
  const content = await xps(['one']);
  for (const name of ['a.xps', 'a.oxps', 'a.zip', 'a']) expect(await detectFormat(content, name)).toBe('xps');
  expect(await detectFormat(await asZip64(content), 'a')).toBe('xps');
  expect(await failure(await asZip64(content))).toMatch(/made/);
});

it('xps becomes a PDF of its pages, with their text', async () => {
  const { path } = await convert(await xps(['First page', 'Second']), 'pdf');
  expect(papersOfPdf(readFileSync(path))).toEqual(['102x51', '102x51']);
  expect(textOfPdf(readFileSync(path))).toMatch(/First page\s+Second/);
});

it.each(['png', 'svg', 'tiff'] as const)('xps becomes %s as it is drawn', async (target) => {
  const { path } = await convert(await xps(['One']), target);
  const { width, height, at } = await look(readFileSync(path));
  expect(width / height).toBeCloseTo(2, 1);
  expect(at(0.8125, 0.375)).toBe('red');
});

describe('a hostile xps', { timeout: 300_000 }, () => {
  it('that is cut off, without pages, or with a broken one, is refused', async () => {
    const content = await xps(['First page', 'Second']);
    for (let third = 1; third < 3; third++)
      expect(await failure(content.subarray(0, (content.length * third) / 3))).toBe('UNREADABLE_FILE');
    expect(await failure(await xps([]))).toBe('UNREADABLE_FILE');
    expect(await failure(await xps(['a', '"']))).toBe('UNREADABLE_FILE');
  });

  it('that is huge when it is unpacked is refused', async () => {
    const bomb = `<!--${' '.repeat(150_000_000)}-->`;
    expect(await failure(await xps(['a'], bomb))).toMatch(/TOO_COMPLEX|UNREADABLE_FILE|made \d{1,6} bytes/);
  });

  it('with pictures that would be missing is refused', async () => {
    const content = await xps(['a'], '', { 'Resources/one.wdp': 'II' });
    expect(await failure(content)).toBe('UNSUPPORTED_CONVERSION');
    expect(await failure(await asZip64(content))).toBe('UNSUPPORTED_CONVERSION');
  });

  it('reads no file of the machine', async () => {
    const outside =
      '<Glyphs Fill="#000000" FontUri="file:///etc/passwd" FontRenderingEmSize="9" OriginX="0" OriginY="9" UnicodeString="a"/>';
    expect(await failure(await xps(['a'], outside))).toMatch(/UNREADABLE_FILE|made/);
  });
});
