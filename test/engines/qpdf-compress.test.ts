import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shownGlyphs } from '../../functions/engines/qpdf/fonts/shown-glyphs.ts';
import { listPdf } from '../../functions/engines/qpdf/join/list-pdf.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, streamOf, words } from '../pdfs/hand-written.ts';
import { grain } from '../pdfs/pictured.ts';
import { embedded, inWholeFont, inWholeFonts } from '../pdfs/whole-fonts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const ENCODED = ['/Subtype/TrueType/Encoding/WinAnsiEncoding', 32] as const;

const drawn = async (pdf: Buffer, pages = '1') => (await convertPdf(pdf, 'png', { options: { pages } })).bytes;
const listing = async (pdf: Buffer) =>
  (await askQpdf(['--json', '--json-key=qpdf', '--json-stream-data=none'], pdf)).stdout;

it('fonts that are whole in a PDF file keep what is shown of them, but that of a form all that may be typed', async () => {
  const whole = await inWholeFonts();
  const form = await inWholeFonts('/AcroForm<</Fields[]/DR<</Font<</W 4 0 R>>>>>>');
  const inline =
    '<</Type/Font/Subtype/TrueType/BaseFont/LiberationSans/Encoding/WinAnsiEncoding/FontDescriptor 5 0 R>>';
  const inlineForm = await inWholeFonts(`/AcroForm<</Fields[]/DR<</Font<</W ${inline}>>>>>>`);
  expect((await convertPdf(inlineForm, 'pdf')).bytes.length).toBeGreaterThan(25_000);
  const [smaller, kept, high] = await Promise.all([
    convertPdf(whole, 'pdf'),
    convertPdf(form, 'pdf'),
    convertPdf(whole, 'pdf', { quality: 'high' }),
  ]);
  expect(smaller.bytes.length).toBeLessThan(20_000);
  expect(high.bytes.length).toBeGreaterThan(400_000);
  // The letters of WinAnsiEncoding.
  expect(kept.bytes.length).toBeGreaterThan(25_000);
  expect(kept.bytes.length).toBeLessThan(45_000);
  for (const page of ['1', '2']) {
    const expected = await drawn(whole, page);
    expect((await drawn(smaller.bytes, page)).equals(expected)).toBe(true);
    expect((await drawn(kept.bytes, page)).equals(expected)).toBe(true);
  }
  expect((await convertPdf(smaller.bytes, 'txt')).bytes.toString()).toContain('Whole fonts');
  const objects = await listing(kept.bytes);
  expect(objects.match(/"\/FontFile2"/g)).toHaveLength(2);
  expect(objects).toContain('"/FontName": "/LiberationSans"');
  expect(objects).toMatch(/"\/FontName": "\/[A-Z]{6}\+LiberationSerif"/);
});

it('fonts that are whole in a PDF file keep letters that are not in Latin-1', async () => {
  const whole = await inWholeFonts('', '\\223Whole\\224 \\226 \\200 \\212\\236');
  const { bytes } = await convertPdf(whole, 'pdf');
  expect(bytes.length).toBeLessThan(100_000);
  for (const page of ['1', '2']) expect((await drawn(bytes, page)).equals(await drawn(whole, page))).toBe(true);
  expect((await convertPdf(bytes, 'txt')).bytes.toString()).toContain('“Whole” – € Šž');
});

it('fonts in Type 1 become CFF in a compressed PDF file, which looks as before', async () => {
  const program = await readFile(join(layerFolder('ghostscript'), 'Resource/Font/NimbusRoman-Italic'));
  const objects = ['null', ...embedded('NimbusRoman-Italic', 'Type1', program, 4)];
  const content = words('\\223Fine\\224 \\304pfel', 20, 100, 30, 'W');
  const page = { width: 300, height: 200, content, entries: '/Resources<</Font<</W 4 0 R>>>>' };
  const pdf = handWritten([page], { objects });
  const [{ bytes }, high] = await Promise.all([convertPdf(pdf, 'pdf'), convertPdf(pdf, 'pdf', { quality: 'high' })]);
  expect(bytes.length).toBeLessThan(0.5 * high.bytes.length);
  expect(await listing(bytes)).toContain('"/Subtype": "/Type1C"');
  expect(await listing(high.bytes)).toContain('"/FontFile"');
  expect((await drawn(bytes)).equals(await drawn(pdf))).toBe(true);
  expect((await convertPdf(bytes, 'txt')).bytes.toString()).toContain('“Fine” Äpfel');
});

/** How a font finds its letters: the entries of a TrueType font, and flags of its descriptor. */
const CODED: readonly [name: string, font: string, flags: number, text: string][] = [
  ['names of an encoding', '/Subtype/TrueType/Encoding<</Differences[65/Adieresis/uni0416/fi]>>', 32, 'ABC'],
  ['codes of its own', '/Subtype/TrueType', 4, 'Own'],
  ['numbers of glyphs', '', 32, '<002a0044005d0058>'],
];

it.each(CODED)(
  'a whole font that finds its letters by %s is cut, and shows them as before',
  async (_, font, flags, text) => {
    const pdf = await inWholeFont(font, flags, `${words(text, 20, 100, 30, 'W')}${words('   ', 20, 50, 30, 'W')}`);
    const { bytes } = await convertPdf(pdf, 'pdf');
    expect(bytes.length).toBeLessThan(10_000);
    expect((await drawn(bytes)).equals(await drawn(pdf))).toBe(true);
    expect(await listing(bytes)).toMatch(/"\/BaseFont": "\/[A-Z]{6}\+LiberationSans"/);
  },
);

it('a font keeps the letters of layers that are hidden', async () => {
  const hidden = words('Quite hidden', 20, 50, 30, 'W');
  const sourcePath = join(folder, 'layers.pdf');
  const pdf = await inWholeFont(...ENCODED, `${words('Seen', 20, 100, 30, 'W')}/OC /L BDC ${hidden}EMC\n`, {
    catalog: '/OCProperties<</OCGs[3 0 R]/D<</OFF[3 0 R]>>>>',
  });
  await writeFile(sourcePath, pdf);
  const { listing: listed } = await listPdf(sourcePath, folder);
  const shown = await shownGlyphs({ sourcePath, folder }, listed.qpdf, 1);
  expect(shown.get('LiberationSans')?.size).toBe(new Set('Seen Quite hidden').size);
  const { bytes } = await convertPdf(pdf, 'pdf');
  expect(bytes.length).toBeLessThan(20_000);
  expect((await drawn(bytes)).equals(await drawn(pdf))).toBe(true);
});

it('a font of what an annotation shows in another state keeps all its letters', async () => {
  const state = (text: string) => `<</On 8 0 R/Off ${text} 0 R>>`;
  const annotation = `/Annots[<</Type/Annot/Subtype/Stamp/Rect[9 9 90 90]/AS/Off/AP<</N${state('9')}>>>>]`;
  const appearance = (text: string) =>
    streamOf(words(text, 0, 0, 30, 'W'), '/Subtype/Form/BBox[0 0 90 90]/Resources<</Font<</W 4 0 R>>>>');
  const pdf = await inWholeFont(...ENCODED, '', {
    entries: annotation,
    objects: [appearance('On'), appearance('Off')],
  });
  const { bytes } = await convertPdf(pdf, 'pdf');
  expect((await drawn(bytes)).equals(await drawn(pdf))).toBe(true);
  // The letters of WinAnsiEncoding.
  expect(bytes.length).toBeGreaterThan(25_000);
});

it('a PDF file with a harmless fault is compressed like others', async () => {
  const whole = await inWholeFonts();
  const faulty = Buffer.from(whole.toString('latin1').replace('/Flags 32', '/Flags 4/Flags 32'), 'latin1');
  expect((await askQpdf(['--check'], faulty)).exitCode).toBe(3);
  const { bytes } = await convertPdf(faulty, 'pdf');
  expect(bytes.length).toBeLessThan(20_000);
  expect((await drawn(bytes)).equals(await drawn(whole))).toBe(true);
});

it('private data of the program that made a PDF file, and pictures of its pages, are dropped, but at quality "high"', async () => {
  const drawing = streamOf(Buffer.from(Array.from({ length: 50_000 }, (_, at) => grain(at) * 32)).toString('latin1'));
  const entries = '/PieceInfo<</Draw<</Private 3 0 R/LastModified(D:2026)>>>>/Thumb 3 0 R';
  const pdf = handWritten([{ width: 200, height: 200, content: words('Plan', 20, 100), entries }], {
    objects: [drawing],
  });
  const [smaller, high] = await Promise.all([convertPdf(pdf, 'pdf'), convertPdf(pdf, 'pdf', { quality: 'high' })]);
  expect(smaller.bytes.length).toBeLessThan(2000);
  expect(high.bytes.length).toBeGreaterThan(15_000);
  expect((await convertPdf(smaller.bytes, 'txt')).bytes.toString()).toContain('Plan');
});

it('metadata of a file keeps what it says, without pictures and room for changes', async () => {
  const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A  title</rdf:li></rdf:Alt></dc:title>';
  const { bytes } = await convertPdf(fixture('made/metadata.pdf'), 'pdf');
  expect(bytes.length).toBeLessThan(2500);
  expect(bytes.toString('latin1')).toContain(title);
});
