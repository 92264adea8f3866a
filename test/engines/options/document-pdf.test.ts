import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { docx, pptx, xlsx } from '../../documents/office-open-xml.ts';
import { pages as drawnPages, flatOpenDocument } from '../../documents/open-document.ts';
import { isTagged, pagesOfPdf, textOfPdf } from '../../documents/read-result.ts';

const FOUR_PAGES = docx(Array.from({ length: 150 }, (_, index) => `Zeile ${index + 1} Wort`));
const SLIDES = pptx(['eins', 'zwei', 'drei', 'vier'], [1]);
const SHEETS = xlsx({ A: [['alpha']], B: [['beta']], C: [['gamma']] });
const DRAWING = flatOpenDocument('graphics', drawnPages(['oben', 'mitte', 'unten']));

async function pdfOf(source: Uint8Array, format: FormatName, options: Options, quality = 'low' as const) {
  return (await convertWithOffice(source, format, 'pdf', quality, options)).file;
}

const wordsOf = (pdf: Buffer) => textOfPdf(pdf).split(/\s+/).filter(Boolean);

describe('pages', () => {
  it.each([
    ['xlsx', () => SHEETS, '3,1', ['gamma', 'alpha']],
    ['xlsx', () => SHEETS, '2-', ['beta', 'gamma']],
    // A slide that is not shown has a number all the same.
    ['pptx', () => SLIDES, '2,4', ['zwei', 'vier']],
    ['pptx', () => SLIDES, '3-', ['drei', 'vier']],
    ['fodg', async () => DRAWING, '3,1-2', ['unten', 'oben', 'mitte']],
  ] as const)('of %s: %#', async (format, make, pages, words) => {
    const pdf = await pdfOf(await make(), format, { pages });
    expect(wordsOf(pdf)).toEqual(words);
    expect(pagesOfPdf(pdf)).toBe(words.length);
  });

  it('of a text', async () => {
    const all = await pdfOf(await FOUR_PAGES, 'docx', {});
    const some = await pdfOf(await FOUR_PAGES, 'docx', { pages: '4,2-3' });
    expect([pagesOfPdf(all), pagesOfPdf(some)]).toEqual([4, 3]);
    const [one, two, three, four] = textOfPdf(all).split('\f');
    expect(one).toContain('Zeile 1 ');
    expect(textOfPdf(some).split('\f').slice(0, 3)).toEqual([four, two, three]);
  });

  it.each([
    ['docx', () => FOUR_PAGES, '5', 'page 5; the file has 4 pages.'],
    ['docx', () => FOUR_PAGES, '3-2', 'the range 3-2, which ends before it begins.'],
    ['docx', () => FOUR_PAGES, '1-3,2', 'page 2 more than once.'],
    ['xlsx', () => SHEETS, '4', 'page 4; the file has 3 pages.'],
  ] as const)('that are not there are refused: %s %#', async (format, make, pages, reason) => {
    await expect(pdfOf(await make(), format, { pages })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(reason),
    });
  });
});

describe('PDF/A', () => {
  it.each([
    ['1b', '1', 'PDF-1.4', 'docx', () => FOUR_PAGES],
    ['2b', '2', 'PDF-1.7', 'xlsx', () => SHEETS],
    ['3b', '3', 'PDF-1.7', 'pptx', () => SLIDES],
  ] as const)('%s says what it is', async (pdf_a, part, version, format, make) => {
    const pdf = await pdfOf(await make(), format, { pdf_a });
    const bytes = pdf.toString('latin1');
    expect(bytes).toContain(`<pdfaid:part>${part}</pdfaid:part>`);
    expect(bytes).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(bytes.slice(1, 8)).toBe(version);
    expect(bytes).toContain('/GTS_PDFA1');
    expect(isTagged(pdf)).toBe(true);
  });

  it('is always tagged', async () => {
    await expect(pdfOf(await FOUR_PAGES, 'docx', { pdf_a: '2b', tagged: false })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: 'The option "tagged" cannot be false for PDF/A, which is always tagged.',
    });
    expect(isTagged(await pdfOf(await SHEETS, 'xlsx', { pdf_a: '2b', tagged: true }))).toBe(true);
  });
});

it.each([true, false])('tags are there or not: %s', async (tagged) => {
  for (const [format, source] of [
    ['docx', await FOUR_PAGES],
    ['xlsx', await SHEETS],
    ['pptx', await SLIDES],
    ['fodg', DRAWING],
  ] as const)
    expect([format, isTagged(await pdfOf(source, format, { tagged }))]).toEqual([format, tagged]);
});

describe('notes', () => {
  it('follow the slides', async () => {
    const page = (text: string, notes: string) =>
      `<draw:page draw:name="${text}" draw:master-page-name="Default"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="15cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class="notes" svg:x="2cm" svg:y="14cm" svg:width="15cm" svg:height="9cm"><draw:text-box><text:p>${notes}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`;
    const source = flatOpenDocument('presentation', page('Folie1', 'Gesagt1') + page('Folie2', 'Gesagt2'));
    expect(wordsOf(await pdfOf(source, 'fodp', {}))).toEqual(['Folie1', 'Folie2']);
    const pdf = await pdfOf(source, 'fodp', { notes: true });
    expect(pagesOfPdf(pdf)).toBe(4);
    expect(textOfPdf(pdf)).toMatch(/Gesagt1[\s\S]*Gesagt2/);
    const second = await pdfOf(source, 'fodp', { notes: true, pages: '2' });
    expect(pagesOfPdf(second)).toBe(2);
    expect(textOfPdf(second)).toContain('Gesagt2');
    expect(textOfPdf(second)).not.toContain('1');
  });
});

it('pictures have the chosen quality', async () => {
  const noise = await sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const source = await docx(['Bild'], { png: noise });
  const sizes = [];
  for (const image_quality of [1, 30, 90, 100]) sizes.push((await pdfOf(source, 'docx', { image_quality })).length);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(new Set(sizes).size).toBe(4);
  const high = (await convertWithOffice(source, 'docx', 'pdf', 'high', { image_quality: 30 })).file;
  expect(high.length).toBeLessThan((await convertWithOffice(source, 'docx', 'pdf', 'high')).file.length / 2);
});
