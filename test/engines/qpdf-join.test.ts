import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { zip } from '../documents/package.ts';
import { picturesOfPdf } from '../documents/read-result.ts';
import { makeSource } from '../media/sources.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { handWritten } from '../pdfs/hand-written.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { pictured } from '../pdfs/pictured.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, failure } from '../support/failure.ts';
import { photo } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

const folder = temporaryFolder();
const sample = async (format: FormatName) => readFileSync(await makeSource(format, folder));

const merged = async (files: Record<string, Buffer | string>, options: Options = {}) =>
  (await convertBytes(qpdf, await zip(files), ['zip', 'pdf'], { options: { merge: true, ...options } })).file;

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Outline[];
}

/** What qpdf says of a file: its outlines, and where the links of each page lead. */
async function read(pdf: Buffer) {
  const { stdout, exitCode } = await askQpdf(['--json', '--json-stream-data=none'], pdf);
  expect(exitCode).toBe(0);
  const {
    pages,
    outlines,
    qpdf: [, objects],
  } = JSON.parse(stdout);
  const at = (value: unknown) =>
    typeof value === 'string' && / R$/.test(value) ? objects[`obj:${value}`].value : value;
  const numberOf = (page: string) => pages.findIndex(({ object }: { object: string }) => object === page) + 1;
  const links = pages.map(({ object }: { object: string }) =>
    (at(at(object)['/Annots']) ?? []).map((each: unknown) => {
      const { '/Dest': dest, '/A': action } = at(each);
      const { '/D': place = dest, '/URI': uri } = at(action) ?? {};
      return uri ? uri.slice(2) : numberOf(at(place)[0]);
    }),
  );
  const told = (entries: readonly Outline[]): string[] =>
    entries.flatMap(({ title, destpageposfrom1: page, kids }) => [
      `${title} ${page}`,
      ...told(kids).map((kid) => `- ${kid}`),
    ]);
  return { pages: pages.length, outlines: told(outlines), links };
}

it('PDF files are joined where there are more of them than a process may have files open', {
  timeout: 120_000,
}, async () => {
  const picture = await photo(8, 8);
  const names = Array.from({ length: 400 }, (_, index) => `${index}.jpg`);
  const result = await merged(Object.fromEntries(names.map((name) => [name, picture])), { outline: false });
  expect((await read(result)).pages).toBe(400);
});

it('PDF files are joined in the natural order of their names, with outlines and links of every one', async () => {
  const result = await merged({ 'b10.pdf': linkedPdf('B'), 'b9.pdf': linkedPdf('A'), '__MACOSX/._b9.pdf': 'x' });
  const { pages, outlines, links } = await read(result);
  expect(pages).toBe(6);
  expect(outlines).toEqual([
    ...['b9 1', '- A chapter 1 1', '- - A section 3', '- A chapter 2 2'],
    ...['b10 4', '- B chapter 1 4', '- - B section 6', '- B chapter 2 5'],
  ]);
  expect(links).toEqual([
    ...[2, 3, 1].map((next) => [next, 2, 'https://example.com/A']),
    ...[5, 6, 4].map((next) => [next, 5, 'https://example.com/B']),
  ]);
});

it('PDF files are joined at low quality with the outlines of every one, and pictures keep their pixels', async () => {
  const source = await zip({ '1.pdf': linkedPdf('A'), '2.pdf': await pictured(), '3.pdf': linkedPdf('B') });
  const made = async (quality: Quality) =>
    (await convertBytes(qpdf, source, ['zip', 'pdf'], { quality, options: { merge: true } })).file;
  const [low, medium] = [await made('low'), await made('medium')];
  expect((await read(low)).outlines).toContain('3 5');
  expect(await read(low)).toEqual(await read(medium));
  expect(picturesOfPdf(low)[0]?.trim().split(/ +/).slice(3, 5)).toEqual(['600', '400']);
});

it('PDF files are joined with pictures between them, in the chosen order', async () => {
  const files = { '1.jpg': await photo(), '2.pdf': linkedPdf('A'), '3.jpg': await photo(300, 200) };
  const { outlines } = await read(await merged(files, { order: '3,2' }));
  expect(outlines.filter((title) => !title.startsWith('-'))).toEqual(['3 1', '2 2']);
  expect((await read(await merged(files))).pages).toBe(5);
});

it('PDF files are joined with every kind of picture that needs no other layer', async () => {
  const formats = ['png', 'apng', 'webp', 'gif', 'tiff', 'heic', 'avif'] as const;
  const files: Record<string, Buffer> = {};
  for (const format of formats) files[`a.${format}`] = await sample(format);
  expect((await read(await merged(files))).outlines).toHaveLength(formats.length);
});

it('many links to a named destination that is too long stay as they are', async () => {
  const entries = `/Annots[${'<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(a)>>'.repeat(3000)}]`;
  const catalog = `/Names<</Dests<</Names[(a)[3 0 R/XYZ ${'0 '.repeat(100_000)}]]>>>>`;
  const long = handWritten([{ width: 99, height: 99, entries }], { catalog });
  const { pages } = await read(await merged({ 'a.pdf': long, 'b.pdf': linkedPdf('B') }));
  expect(pages).toBe(4);
});

const refusal = (files: Record<string, Buffer | string>, options: Options = {}) =>
  failure(merged({ 'good.pdf': linkedPdf('A'), ...files }, options));
const noZip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

it.each<[string, Record<string, Buffer | string>, string]>([
  ['a locked PDF file', { 'bad.pdf': fixture('locked.pdf') }, 'PASSWORD_PROTECTED'],
  ['one that breaks off', { 'bad.pdf': linkedPdf('B').subarray(0, 700) }, 'UNREADABLE_FILE'],
  ['a text', { 'bad.txt': 'words\n' }, 'UNSUPPORTED_CONVERSION'],
  ['an empty file', { 'bad.pdf': '' }, 'UNREADABLE_FILE'],
  ['a zip in the zip', { 'bad.zip': noZip }, 'UNSUPPORTED_CONVERSION'],
])('joining refuses, with the name of the file, %s', async (_, files, code) => {
  expect(await refusal(files)).toEqual({ code, message: expect.stringContaining('"bad.') });
});

it('joining refuses, with the name of the file, a picture that no other engine converts to PDF', async () => {
  const { code, message } = await refusal({ 'bad.svg': await sample('svg') });
  expect([code, message]).toEqual(['UNSUPPORTED_CONVERSION', expect.stringContaining('Convert it to pdf first')]);
});

it('joining refuses, with the name of the file, an order beyond the files, and a zip without the option "merge"', async () => {
  expect((await refusal({}, { order: '2' })).message).toBe('The option "order" names file 2; there are one file.');
  expect((await refusal({}, { merge: false })).code).toBe('INVALID_OPTION');
});

const split = async (options: Options, pdf = linkedPdf('A')) =>
  unzip((await convertBytes(qpdf, pdf, ['pdf', 'zip'], { options })).file);
const pagesOf = async (files: Map<string, Buffer>) =>
  Promise.all([...files].map(async ([name, file]) => `${name} ${(await read(file)).pages}`));

it.each([
  ['into its pages', {}, ['page-1.pdf 1', 'page-2.pdf 1', 'page-3.pdf 1']],
  ['into two pages each', { split: 'every 2' }, ['pages-1-2.pdf 2', 'pages-3-3.pdf 1']],
  ['into ranges', { split: '2-,1' }, ['part-1.pdf 2', 'part-2.pdf 1']],
  ['at its bookmarks', { split: 'bookmarks' }, ['part-1.pdf 1', 'part-2.pdf 2']],
] as const)('a PDF file is split %s', async (_, options, files) => {
  expect(await pagesOf(await split(options))).toEqual(files);
});

it('a PDF file is not split at bookmarks or pages that it does not have, nor where it is locked', async () => {
  expect(await codeOf(split({ split: 'bookmarks' }, fixture('cairo.pdf')))).toBe('INVALID_OPTION');
  expect(await codeOf(split({ split: '1-9' }))).toBe('INVALID_OPTION');
  expect(await codeOf(split({}, fixture('locked.pdf')))).toBe('PASSWORD_PROTECTED');
});

it('a PDF file loses the deleted pages, which must not be all', async () => {
  const without = (pages: string) =>
    convertBytes(qpdf, linkedPdf('A'), ['pdf', 'pdf'], { options: { delete_pages: pages } });
  expect((await read((await without('2-')).file)).pages).toBe(1);
  expect(await codeOf(without('1-3'))).toBe('INVALID_OPTION');
});

it.each([
  ['Ada', false],
  ['\u0410\u0434\u0430', true],
])('a joined form leaves its fields to viewers only where a value is not in Latin-1: %s', async (value, isLeft) => {
  const utf16 = Buffer.from(`\ufeff${value}`, 'utf16le').swap16().toString('hex');
  const look = '/DA(/F1 12 Tf 0 g)';
  const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)${look}/V<${utf16}>/Rect[10 10 190 40]>>`;
  const fonts = '/DR<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>';
  const form = handWritten([{ width: 200, height: 100, entries: '/Annots[3 0 R]' }], {
    catalog: `/AcroForm<</NeedAppearances true/Fields[3 0 R]${look}${fonts}>>`,
    objects: [field],
  });
  const { stdout } = await askQpdf(
    ['--json', '--json-key=acroform'],
    await merged({ 'a.pdf': linkedPdf('A'), 'b.pdf': form }),
  );
  const { acroform } = JSON.parse(stdout);
  expect(acroform.needappearances).toBe(isLeft);
  expect(acroform.fields[0].value).toBe(`u:${value}`);
});
