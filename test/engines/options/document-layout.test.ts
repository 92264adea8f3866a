import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { PAPERS } from '../../../functions/engines/options/papers.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { docx } from '../../documents/office-open-xml.ts';
import { isTagged, papersOfPdf, textOfPdf, wordsOfPdf } from '../../documents/read-result.ts';
import { sampleOf } from '../../documents/sources.ts';
import { WORD } from '../../documents/words.ts';

const LINES = Array.from({ length: 150 }, (_, index) => `Zeile ${index + 1} Wort`);

async function pdfOf(source: Uint8Array, format: FormatName, options: Options): Promise<Buffer> {
  return (await convertWithOffice(source, format, 'pdf', 'low', options)).file;
}

describe('paper', () => {
  it.each(['A3', 'letter'] as const)('%s', async (page_size) => {
    const [short, long] = PAPERS[page_size].map(Math.round);
    const pdf = await pdfOf(await docx(['eins']), 'docx', { page_size, orientation: 'landscape' });
    expect(papersOfPdf(pdf)).toEqual([`${long}x${short}`]);
    expect(isTagged(pdf)).toBe(true);
  });

  it.each(['docx', 'rtf', 'html', 'epub', 'xlsx', 'csv'] as const)('of %s is as chosen', async (format) => {
    const pdf = await pdfOf(await sampleOf(format), format, { page_size: 'A5' });
    expect(new Set(papersOfPdf(pdf))).toEqual(new Set(['148x210']));
    expect(textOfPdf(pdf)).toContain(WORD);
  });
});

describe('margins', () => {
  const margins = { margin_top: 31, margin_right: 60, margin_bottom: 42, margin_left: 53 };

  it.each([
    ['docx', () => docx([[...LINES, ...LINES].join(' ')])],
    ['html', async () => Buffer.from(`<p>${LINES.join(' ')}</p>`)],
  ] as const)('of %s are where they are asked to be', async (format, make) => {
    const words = wordsOfPdf(await pdfOf(await make(), format, { page_size: 'A4', ...margins }));
    const edge = (side: 'left' | 'top') => Math.min(...words.map((word) => word[side]));
    expect(edge('left')).toBeCloseTo(53, 0);
    expect(Math.abs(edge('top') - 31)).toBeLessThan(1);
    const right = Math.max(...words.map((word) => word.right));
    expect(right).toBeLessThanOrEqual(150);
    expect(right).toBeGreaterThan(135);
    const bottom = Math.max(...words.map((word) => word.bottom));
    expect(bottom).toBeLessThanOrEqual(255);
    expect(bottom).toBeGreaterThan(243);
  });

  it('must leave room for a text', async () => {
    const narrow = (margin_left: number) =>
      pdfOf(LINES_DOCX, 'docx', { page_size: 'A5', margin_left, margin_right: 64 });
    const LINES_DOCX = await docx(['eins']);
    await expect(narrow(64)).resolves.toBeInstanceOf(Buffer);
    await expect(narrow(65)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('"margin_left" and "margin_right" must leave at least 20 mm'),
    });
  });
});
