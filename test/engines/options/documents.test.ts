import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { DECRYPTABLE } from '../../../functions/engines/office/families.ts';
import type { ENCODING } from '../../../functions/engines/options/plain-text.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { docx, pptx, xlsx } from '../../documents/office-open-xml.ts';
import { pages as drawnPages, flatOpenDocument } from '../../documents/open-document.ts';
import { isTagged, pagesOfPdf, papersOfPdf, textOf, textOfPdf, wordsOfPdf } from '../../documents/read-result.ts';
import { sampleOf } from '../../documents/sources.ts';
import { WORD } from '../../documents/words.ts';
import { askQpdf } from '../../pdfs/ask-qpdf.ts';
import { committed } from '../../support/committed.ts';
import { expectRefused } from '../../support/failure.ts';
import { unzip } from '../../support/unzip.ts';

const LINES = Array.from({ length: 150 }, (_, index) => `Zeile ${index + 1} Wort`);
const FOUR_PAGES = docx(LINES);
const SLIDES = pptx(['eins', 'zwei', 'drei', 'vier'], [1]);
// A name of digits comes first, as objects have it.
const SHEETS = xlsx({ A: [['alpha']], 4: [['Vier']], 'Tom &amp; &quot;Jerry&apos;s&quot;.2': [['gamma']] });
const DRAWING = flatOpenDocument('graphics', drawnPages(['oben', 'mitte', 'unten']));

async function pdfOf(source: Uint8Array | Promise<Uint8Array>, format: FormatName, options: Options): Promise<Buffer> {
  return (await convertWithOffice(await source, format, 'pdf', 'low', options)).file;
}

const wordsOf = (pdf: Buffer) => textOfPdf(pdf).split(/\s+/).filter(Boolean);

it('a page lies on the chosen paper', async () => {
  const pdf = await pdfOf(docx(['eins']), 'docx', { page_size: 'A3', orientation: 'landscape' });
  expect([papersOfPdf(pdf), isTagged(pdf)]).toEqual([['420x297'], true]);
});

it.each(['rtf', 'html', 'epub', 'xlsx', 'csv'] as const)('pages of %s lie on the chosen paper', async (format) => {
  const pdf = await pdfOf(await sampleOf(format), format, { page_size: 'A5' });
  expect(new Set(papersOfPdf(pdf))).toEqual(new Set(['148x210']));
  expect(textOfPdf(pdf)).toContain(WORD);
});

const margins = { margin_top: 31, margin_right: 60, margin_bottom: 42, margin_left: 53 };

it.each([
  ['docx', () => docx([[...LINES, ...LINES].join(' ')])],
  ['html', async () => Buffer.from(`<p>${LINES.join(' ')}</p>`)],
] as const)('margins of %s are where they are asked to be', async (format, make) => {
  const words = wordsOfPdf(await pdfOf(make(), format, { page_size: 'A4', ...margins }));
  const edge = (side: 'left' | 'top') => Math.min(...words.map((word) => word[side]));
  const end = (side: 'right' | 'bottom') => Math.max(...words.map((word) => word[side]));
  expect(edge('left')).toBeCloseTo(53, 0);
  expect(Math.abs(edge('top') - 31)).toBeLessThan(1);
  expect([end('right') <= 150, end('right') > 135, end('bottom') <= 255, end('bottom') > 243]).not.toContain(false);
});

it('margins must leave room for a text', async () => {
  const narrow = pdfOf(FOUR_PAGES, 'docx', { page_size: 'A5', margin_left: 65, margin_right: 64 });
  await expectRefused(narrow, 'INVALID_OPTION', '"margin_left" and "margin_right" must leave at least 20 mm');
});

it.each([
  ['xlsx', SHEETS, '3,1', ['gamma', 'Vier']],
  // A slide that is not shown has a number all the same.
  ['pptx', SLIDES, '2,4', ['zwei', 'vier']],
  ['fodg', DRAWING, '3,1-2', ['unten', 'oben', 'mitte']],
] as const)('pages of %s are chosen: %#', async (format, source, pages, words) => {
  const pdf = await pdfOf(source, format, { pages });
  expect(wordsOf(pdf)).toEqual(words);
  expect(pagesOfPdf(pdf)).toBe(words.length);
});

it('pages of a text', async () => {
  const all = await pdfOf(await FOUR_PAGES, 'docx', {});
  const some = await pdfOf(await FOUR_PAGES, 'docx', { pages: '4,2-3' });
  expect([pagesOfPdf(all), pagesOfPdf(some)]).toEqual([4, 3]);
  const [one, two, three, four] = textOfPdf(all).split('\f');
  expect(one).toContain('Zeile 1 ');
  expect(textOfPdf(some).split('\f').slice(0, 3)).toEqual([four, two, three]);
  await expectRefused(pdfOf(FOUR_PAGES, 'docx', { pages: '5' }), 'INVALID_OPTION', 'page 5; the file has 4 pages.');
});

it('pages become pictures with the chosen resolution', async () => {
  const convert = async (to: FormatName, options: Options) =>
    convertWithOffice(await FOUR_PAGES, 'docx', to, 'low', options);
  const { format, file } = await convert('jpg', { pages: '1,3-' });
  expect([format, unzip(file).size]).toEqual(['zip', 3]);
  const one = await convert('png', { pages: '4', dpi: 200 });
  // Letter: 8.5 by 11 inches.
  expect(await sharp(one.file).metadata()).toMatchObject({ format: 'png', width: 1700, height: 2200 });
  // All slides are drawn, also those that are not shown.
  expect((await convertWithOffice(await SLIDES, 'pptx', 'png', 'low', { pages: '4' })).format).toBe('png');
});

it.each([
  ['1b', '1', 'PDF-1.4', 'docx', FOUR_PAGES],
  ['2b', '2', 'PDF-1.7', 'xlsx', SHEETS],
  ['3b', '3', 'PDF-1.7', 'pptx', SLIDES],
] as const)('PDF/A %s says what it is, and is tagged', async (pdf_a, part, version, format, source) => {
  const pdf = await pdfOf(source, format, { pdf_a });
  const bytes = pdf.toString('latin1');
  expect(bytes).toContain(`<pdfaid:part>${part}</pdfaid:part>`);
  expect(bytes).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  expect(bytes.slice(1, 8)).toBe(version);
  expect(bytes).toContain('/GTS_PDFA1');
  expect(isTagged(pdf)).toBe(true);
});

it('PDF/A is refused without tags', async () => {
  await expect(pdfOf(FOUR_PAGES, 'docx', { pdf_a: '2b', tagged: false })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: 'The option "tagged" cannot be false for PDF/A, which is always tagged.',
  });
});

it('tags are left out where that is asked for', async () => {
  expect(isTagged(await pdfOf(FOUR_PAGES, 'docx', { tagged: false }))).toBe(false);
});

it('notes follow the slides', async () => {
  const source = committed('documents/files/notes.fodp');
  expect(wordsOf(await pdfOf(source, 'fodp', {}))).toEqual(['Folie1', 'Folie2']);
  const pdf = await pdfOf(source, 'fodp', { notes: true });
  expect(pagesOfPdf(pdf)).toBe(4);
  expect(textOfPdf(pdf)).toMatch(/Gesagt1[\s\S]*Gesagt2/);
  const second = await pdfOf(source, 'fodp', { notes: true, pages: '2' });
  expect(pagesOfPdf(second)).toBe(2);
  expect(textOfPdf(second)).toContain('Gesagt2');
  expect(textOfPdf(second)).not.toContain('1');
});

it('pictures have the chosen quality', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const png = sharp({ create: { width: 500, height: 500, channels: 3, background: '#888', noise } }).png();
  const source = await docx(['Bild'], { png: await png.toBuffer() });
  const sizes = [];
  for (const image_quality of [1, 30, 100]) sizes.push((await pdfOf(source, 'docx', { image_quality })).length);
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  const high = async (options: Options) =>
    (await convertWithOffice(source, 'docx', 'pdf', 'high', options)).file.length;
  expect(await high({ image_quality: 30 })).toBeLessThan((await high({})) / 2);
});

it.each([
  [`Tom & "Jerry's".2`, 'gamma'],
  ['4', 'Vier'],
  ['a', 'alpha'],
  ['2', 'alpha'],
])('a sheet of a workbook %s is printed alone', async (sheet, word) => {
  expect(new Set(wordsOf(await pdfOf(SHEETS, 'xlsx', { sheet })))).toEqual(new Set([word]));
});

it('a sheet of a workbook that is not there is refused with the names of all', async () => {
  await expect(pdfOf(SHEETS, 'xlsx', { sheet: '5' })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: `The option "sheet" is "5", but there is no such sheet. The sheets are: "4", "A", "Tom & "Jerry's".2".`,
  });
});

it('a sheet of a workbook is printed though it is hidden', async () => {
  const printed = async (options: Options) =>
    textOfPdf(await pdfOf(committed('documents/files/hidden-sheets.fods'), 'fods', options)).trim();
  expect(await printed({})).toContain('OffenZelle');
  expect(await printed({ sheet: 'Versteckt' })).toMatch(/^Versteckt\s+VerstecktZelle\s+Page 1$/);
});

it('a sheet of a workbook fits its columns onto a page, where that is chosen', async () => {
  const rows = Array.from({ length: 60 }, () => Array.from({ length: 20 }, (_, column) => `C${column + 1}`));
  const shown = async (options: Options) => {
    const pdf = await pdfOf(xlsx({ A: rows }), 'xlsx', options);
    const first = wordsOfPdf(pdf).filter(({ page }) => page === 1);
    return [new Set(first.map(({ word }) => word)).size >= 20, pagesOfPdf(pdf) > 1];
  };
  expect(await shown({ fit_to_width: false })).toEqual([false, true]);
  // Their rows need not fit.
  expect(await shown({ fit_to_width: true, page_size: 'A5', orientation: 'landscape' })).toEqual([true, true]);
});

/** Not only letters that each encoding has; Office until 2003 took no more than 15. */
const SECRET = 'Öff, "Sesam"\\t1';

const unlocked = (format: FormatName, target: FormatName, options: Options) =>
  convertWithOffice(committed(`documents/locked/sesame.${format}`), format, target, 'low', options);

describe.each(DECRYPTABLE)('an encrypted %s file', (format) => {
  it('is converted with its password, and refused with a wrong one or none, of which it shows neither', async () => {
    expect(textOfPdf((await unlocked(format, 'pdf', { password: SECRET })).file)).toContain(WORD);
    const refusal = await unlocked(format, 'pdf', { password: `${SECRET}x` }).catch((error: Error) => error);
    expect(refusal).toMatchObject({
      code: 'PASSWORD_PROTECTED',
      message: 'The password is wrong: the document does not open with it.',
    });
    expect(JSON.stringify([`${refusal}`, `${(refusal as Error).cause}`])).not.toContain('Sesam');
    await expect(unlocked(format, 'pdf', {})).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });
});

it('an encrypted document becomes others that are not encrypted', async () => {
  expect((await unlocked('xls', 'csv', { password: SECRET, sheet: 'B' })).file.toString()).toBe('zwei\n');
  expect(textOf((await unlocked('doc', 'odt', { password: SECRET })).file, 'odt')).toContain(WORD);
  expect((await unlocked('docx', 'png', { password: SECRET })).format).toBe('png');
  const { file } = await unlocked('ods', 'pdf', { password: SECRET, sheet: 'B' });
  expect(textOfPdf(file).trim()).toBe('zwei');
});

const lockedPdf = async (options: Options) =>
  (await convertWithOffice(await sampleOf('docx'), 'docx', 'pdf', 'low', options)).file;

it('a PDF file opens with its password only', async () => {
  const pdf = await lockedPdf({ encrypt_password: 'geheimß' });
  expect(pdf.toString('latin1')).toContain('/AESV3');
  expect((await askQpdf(['--check'], pdf)).stderr).toMatch(/invalid password/);
  const { exitCode, stdout } = await askQpdf(['--password=geheimß', '--check'], pdf);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('stream encryption method: AESv3');
  await expect(convertWithOffice(pdf, 'pdf', 'odt')).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  const { file } = await convertWithOffice(pdf, 'pdf', 'odt', 'low', { password: 'geheimß' });
  expect(textOf(file, 'odt')).toContain(WORD);
});

it('a PDF file allows what its owner does', async () => {
  const pdf = await lockedPdf({ owner_password: 'Wirt', allow_printing: 'none', allow_copying: false });
  expect(textOfPdf(pdf)).toContain(WORD);
  expect([isTagged(pdf), pagesOfPdf(pdf)]).toEqual([true, 1]);
  const { stdout } = await askQpdf(['--show-encryption'], pdf);
  expect(stdout).toMatch(/print low resolution: not allowed/);
  expect(stdout).toMatch(/extract for any purpose: not allowed/);
  expect(stdout).toMatch(/modify annotations: allowed/);
});

async function bytesOf(source: string | Uint8Array, from: FormatName, to: FormatName, options: Options) {
  const content = typeof source === 'string' ? Buffer.from(source) : source;
  return (await convertWithOffice(content, from, to, 'medium', options)).file;
}

const textIn = async (...given: Parameters<typeof bytesOf>) => (await bytesOf(...given)).toString();

/** A text of letters that an encoding has, and its bytes, from tables of the encodings. */
const SAMPLES: Readonly<Record<(typeof ENCODING.enum)[number], readonly [string, string]>> = {
  'utf-8': ['ß😀', 'c39ff09f9880'],
  'utf-8-bom': ['ß😀', 'efbbbfc39ff09f9880'],
  'utf-16le': ['ß😀', 'fffedf003dd800de'],
  'utf-16be': ['ß😀', 'feff00dfd83dde00'],
  'us-ascii': ['a~', '617e'],
  'windows-1250': ['Łő', 'a3f5'],
  'windows-1251': ['Жя', 'c6ff'],
  'windows-1252': ['€ß', '80df'],
  'windows-1253': ['Ωά', 'd9dc'],
  'windows-1254': ['İş', 'ddfe'],
  'windows-1257': ['Āž', 'c2fe'],
  'iso-8859-2': ['Łő', 'a3f5'],
  'iso-8859-15': ['€ß', 'a4df'],
  'koi8-r': ['Жя', 'f6d1'],
  macintosh: ['ßé', 'a78e'],
};

it.each(Object.entries(SAMPLES))('encodings %s', async (encoding, [text, hex]) => {
  expect((await bytesOf(text, 'txt', 'txt', { encoding })).toString('hex')).toBe(hex);
  const table = await bytesOf(`${text}\n`, 'csv', 'csv', { encoding });
  const end = { 'utf-16le': '0a00', 'utf-16be': '000a' }[encoding] ?? '0a';
  expect(table.toString('hex')).toBe(hex + end);
});
it.each([
  ['us-ascii', 'ß', '00DF'],
  ['iso-8859-15', '😀', '1F600'],
])('encodings %s has no %s', async (encoding, letter, code) => {
  const message = `The option "encoding" is ${encoding}, which lacks "${letter}" (U+${code}) of the text. Choose utf-8, which has all characters.`;
  for (const format of ['txt', 'csv'] as const)
    await expect(bytesOf(`a${letter}`, format, format, { encoding })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message,
    });
});

it('encodings are those of what becomes of documents', async () => {
  const text = await bytesOf(await docx(['Größe', '€']), 'docx', 'txt', {
    encoding: 'windows-1252',
    line_ends: 'crlf',
  });
  expect(text.toString('latin1')).toBe('Größe\r\n\x80\r\n');
  const table = await bytesOf(await xlsx({ A: [['Größe', '€']] }), 'xlsx', 'csv', { encoding: 'utf-16le' });
  expect(table.toString('utf16le')).toBe('\uFEFFGröße,€\n');
});

it('encodings do not cut characters in two, however long the text', async () => {
  const text = `a${'😀'.repeat(100_000)}`;
  expect((await bytesOf(text, 'txt', 'txt', { encoding: 'utf-16be' })).swap16().toString('utf16le')).toBe(
    `\uFEFF${text}`,
  );
});

it.each([
  [{}, 'a\r\nb\rc\n\nd'],
  [{ line_ends: 'lf' }, 'a\nb\nc\n\nd'],
  [{ line_ends: 'crlf' }, 'a\r\nb\r\nc\r\n\r\nd'],
])('line ends are as chosen: %j', async (options, text) => {
  expect(await textIn('a\r\nb\rc\n\nd', 'txt', 'txt', options)).toBe(text);
});

describe('tables', () => {
  const table = 'a;"b;c";"d ""e"""\n1;;"x\ny"\n007;"f,g\th|i";\n';

  it.each([
    [{}, 'a,b;c,"d ""e"""\n1,,"x\ny"\n007,"f,g\th|i",\n'],
    [{ separator: 'semicolon' }, 'a;"b;c";"d ""e"""\n1;;"x\ny"\n007;f,g\th|i;\n'],
    [{ separator: 'pipe' }, 'a|b;c|"d ""e"""\n1||"x\ny"\n007|"f,g\th|i"|\n'],
    [{ quoting: 'all' }, '"a","b;c","d ""e"""\n"1","","x\ny"\n"007","f,g\th|i",""\n'],
  ])('are written as asked: %j', async (options, text) => {
    expect(await textIn(table, 'csv', 'csv', options)).toBe(text);
  });

  it('keep their last field without an end of line, and lose the sep line of Excel', async () => {
    expect(await textIn('sep=|\r\na|b\r\nc|', 'csv', 'csv', {})).toBe('a,b\nc,\n');
    expect(await textIn('a\tb', 'tsv', 'tsv', { quoting: 'all' })).toBe('"a"\t"b"\n');
  });

  it('of workbooks are written as chosen', async () => {
    const book = await xlsx({
      Eins: [
        ['a;b', 'c,d'],
        [1, { formula: 'A2*2' }],
      ],
      Zwei: [['allein']],
    });
    const all = unzip(await bytesOf(book, 'xlsx', 'csv', { separator: 'semicolon', quoting: 'all' }));
    expect([...all].map(([name, content]) => [name, content.toString()])).toEqual([
      ['Eins.csv', '"a;b";"c,d"\n"1";"2"\n'],
      ['Zwei.csv', '"allein"\n'],
    ]);
    expect(await textIn(book, 'xlsx', 'csv', { sheet: 'Eins', separator: 'semicolon' })).toBe('"a;b";c,d\n1;2\n');
    await expect(bytesOf(book, 'xlsx', 'csv', { sheet: '3' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
