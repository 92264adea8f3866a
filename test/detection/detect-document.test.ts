import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { detectFormat } from '../../functions/detection/detect.ts';
import { table } from '../data/dbase.ts';
import { docx } from '../documents/office-open-xml.ts';
import { zip } from '../documents/package.ts';
import { palmDatabase } from '../ebooks/palm-database.ts';
import { committed } from '../support/committed.ts';

const detect = (content: string | Buffer, name: string) => detectFormat(Buffer.from(content), name);

/** A compound file of two streams, of which the second has this name and begins with these bytes. */
function compound(name: string, beginning: string | Buffer = ''): Buffer {
  const file = committed('documents/files/two-streams.cfb');
  file.fill(0, 1280, 1344).write(name, 1280, 'utf16le');
  file.writeUInt16LE(name.length * 2 + 2, 1344);
  Buffer.from(beginning).copy(file, 5632);
  return file;
}

/** What nothing in the content tells. */
const BY_NAME = ['csv', 'geojson', 'json', 'ndjson', 'toml', 'tsv', 'xml', 'yaml'];
const SAMPLES = readdirSync(join(import.meta.dirname, '../documents/files')).filter((name) => /^sample\./.test(name));

it.each(SAMPLES)('%s is detected by its content, or by its name where nothing else tells', async (name) => {
  const format = name.split('.')[1] ?? '';
  const called = BY_NAME.includes(format) ? `a.${format}` : 'a.bin';
  expect(await detect(committed(`documents/files/${name}`), called)).toBe(format);
});

const streamed = async (files: Readonly<Record<string, string | Buffer>>, compress = true) => {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    archive.addReadStream(Readable.from([Buffer.from(content)]), name, { compress });
  }
  archive.end();
  return buffer(archive.outputStream);
};
const list = (type: string) => `<Types><Override PartName="/a/b.xml" ContentType="application/vnd.${type}"/></Types>`;
it.each([
  ['openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['ms-word.document.macroEnabled.main+xml', 'docx'],
  ['ms-excel.sheet.binary.macroEnabled.main', 'xlsb'],
  ['openxmlformats-officedocument.presentationml.slideshow.main+xml', 'pptx'],
  ['ms-visio.drawing.main+xml', 'vsdx'],
  ['openxmlformats-package.core-properties+xml', 'zip'],
])('a package with data descriptors is detected by its content types: %s', async (type, format) => {
  const files = { 'a/b.xml': 'x'.repeat(70_000), '[Content_Types].xml': list(type), 'c.xml': 'x' };
  expect(await detect(await streamed(files), 'a')).toBe(format);
  expect(await detect(await streamed(files, false), 'a')).toBe(format);
});

it('a package with data descriptors is detected by its mimetype file', async () => {
  const files = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' };
  expect(await detect(await streamed(files, false), 'a')).toBe('odt');
  expect(await detect(await streamed({ ...files, mimetype: 'toString' }, false), 'a')).toBe('zip');
});

it('a package with data descriptors is not detected as a nested package', async () => {
  const files = { 'a.txt': 'x', 'b/report.docx': await docx(['x']) };
  expect(await detect(await zip(files), 'all.zip')).toBe('zip');
  expect(await detect(await streamed(files, false), 'all.zip')).toBe('zip');
});

const CONTAINER = { 'META-INF/container.xml': '<rootfile media-type="application/oebps-package+xml"/>' };
it.each([
  [{ 'index.xml': '<?xml version="1.0"?><sl:document/>' }, 'a', 'pages'],
  [{ 'index.xml': '<?xml version="1.0"?><ls:document/>' }, 'a', 'numbers'],
  [{ 'presentation.apxl.gz': 'x' }, 'a', 'key'],
  [{ 'Index/Document.iwa': 'x', 'Index/Slide-1.iwa': 'x' }, 'a', 'key'],
  [{ 'Index/Document.iwa': 'x', 'Index/Tables/Tile.iwa': 'x' }, 'a.numbers', 'numbers'],
  [{ 'Index/Document.iwa': 'x', 'Index/Tables/Tile.iwa': 'x' }, 'a.pages', 'pages'],
  [{ 'index.xml': '<other/>' }, 'a.pages', 'zip'],
  // Whose content types are beyond the beginning.
  [{ 'ppt/media/image1.png': 'x', '[Content_Types].xml': '<Types/>' }, 'a.pptx', 'pptx'],
  [{ 'word/letter.txt': 'x' }, 'letters.zip', 'zip'],
  [{ 'content.xml': '<x/>', 'styles.xml': '<x/>' }, 'a.sxw', 'sxw'],
  [{ 'content.xml': '<x/>', 'styles.xml': '<x/>' }, 'a.zip', 'zip'],
  [{ 'doc.kml': '<kml/>', 'files/a.png': 'x' }, 'a.zip', 'kmz'],
  [{ 'maps/doc.kml': '<kml/>', 'maps/a.png': 'x' }, 'a.kmz', 'kmz'],
  [{ 'maps/doc.kml': '<kml/>', 'maps/a.png': 'x' }, 'a.zip', 'zip'],
  // Books without a mimetype in front.
  [CONTAINER, 'a', 'epub'],
  [{ 'a/b.xhtml': 'x', ...CONTAINER, mimetype: 'application/epub+zip' }, 'a.zip', 'epub'],
  [{ 'META-INF/container.xml': '<other/>' }, 'a.epub', 'zip'],
  [{ 'index.html': 'x', 'metadata.opf': 'x' }, 'a.zip', 'htmlz'],
  [{ 'index.html': 'x' }, 'a.htmlz', 'htmlz'],
  [{ 'index.html': 'x' }, 'a.zip', 'zip'],
  [{ 'index.txt': 'x', 'metadata.opf': 'x' }, 'a.zip', 'txtz'],
  [{ 'a.pml': 'x' }, 'a.pmlz', 'pmlz'],
] as const)('a zip of %j called %s is %s', async (files, name, format) => {
  expect(await detect(await zip(files), name)).toBe(format);
});

it.each([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['BOOK', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['PP40', 'ppt'],
  ['PP97_DUALSTORAGE', 'ppt'],
  ['VisioDocument', 'vsd'],
  ['Quill', 'pub'],
  ['MatOST', 'wps'],
  ['NativeContent_MAIN', 'qpw'],
  ['StarWriterDocument', 'sdw'],
])('documents in a compound file with a stream %s are %s', async (name, format) => {
  expect(await detect(compound(name), 'file')).toBe(format);
});

it('documents in a compound file are distinguished by the first bytes of a stream that formats share', async () => {
  expect(await detect(compound('CONTENTS', 'CHNKWKS'), 'a')).toBe('wps');
  expect(await detect(compound('PerfectOffice_MAIN', '\u0000\u0000\u0002\u0000'), 'a')).toBe('qpw');
  expect(await detect(compound('PerfectOffice_MAIN', Buffer.from('ff575043', 'hex')), 'a')).toBe('wpd');
  await expect(detect(compound('CONTENTS', 'x'), 'a')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
});

it('documents in a compound file that are encrypted packages are detected by their names', async () => {
  expect(await detect(committed('documents/files/locked.docx'), 'a.xlsx')).toBe('xlsx');
  expect(await detect(committed('documents/files/locked.docx'), 'a.xls')).toBe('xlsx');
  expect(await detect(committed('documents/files/locked.docx'), 'a')).toBe('docx');
});

it.each([
  ['# Title\n', 'README.md', 'md'],
  ['hello', 'noname', 'txt'],
  ['<p>part of a page</p>', 'a.html', 'html'],
  ['<!-- no element -->', 'a.xml', 'txt'],
  ['{"a": 1}\n{"a": 2}\n', 'a.jsonl', 'ndjson'],
  ['see BEGIN:VCARD\n', 'a.txt', 'txt'],
  ['a: 1\n', 'a.yml', 'yaml'],
  ['PAR1\u0015\u0004', 'a', 'parquet'],
  ['SQLite format 3\u0000\u0010', 'a', 'sqlite'],
  ['junk\n%PDF-1.7\n', 'a', 'pdf'],
  ['\u0000\u0000\u0002\u0000\u0006\u0004\u0006\u0000', 'a', 'wk1'],
  ['\u0000\u0000\u0002\u0000\u0020\u0051\u0006\u0000', 'a', 'qpw'],
])('texts %j as %s are %s', async (content, name, format) => {
  expect(await detect(content, name)).toBe(format);
});

it('texts that are none, but dBase tables, are detected under any name', async () => {
  expect(await detect(table([{ name: 'name', type: 'C', length: 10, cells: ['a'] }]), 'a.bin')).toBe('dbf');
  await expect(detect(Buffer.concat([Buffer.from([3, 126, 1, 1]), Buffer.alloc(100)]), 'a.bin')).rejects.toThrow(
    'no format',
  );
});

it('texts may end in an incomplete character', async () => {
  expect(await detect(Buffer.from('häß'.repeat(3)).subarray(0, -1), 'a.txt')).toBe('txt');
});

it.each([
  ['the older kind', committed('books/files/sentence.mobi'), 'mobi'],
  ['the older kind with entries', committed('ebooks/files/older-with-entries.mobi'), 'mobi'],
  ['the newer kind', committed('books/files/sentence.azw3'), 'azw3'],
  ['both in one', committed('ebooks/files/both-in-one.mobi'), 'azw3'],
  ['one that is cut off', committed('books/files/sentence.azw3').subarray(0, 100), 'mobi'],
] as const)('books for Kindle are told apart: %s', async (_, file, format) => {
  expect(await detect(file, 'a.zip')).toBe(format);
});

it.each(['TEXtREAd', 'PNRdPPrs', 'zTXTGPlm'])('old books are Palm databases of the type %s', async (type) => {
  expect(await detect(palmDatabase('Book', type, [Buffer.alloc(16)]), 'book')).toBe('pdb');
});

it.each([
  ['ITSF\u0003\0\0\0', 'chm'],
  ['ITOLITLS\u0001\0\0\0', 'lit'],
  ['L\0R\0F\0\0\0', 'lrf'],
  ['\xb0\x0c\xb0\x0c\u0002\0NUVO', 'rb'],
  ['!!8-Bit!!\u0001a', 'tcr'],
] as const)('old books begin with %j', async (beginning, format) => {
  expect(await detect(Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(200)]), 'book')).toBe(format);
});

it('old books are not any other database of a Palm', async () => {
  await expect(detect(palmDatabase('Book', 'DATAmemo', [Buffer.alloc(16)]), 'book')).rejects.toMatchObject({
    code: 'UNKNOWN_FORMAT',
  });
});

it('EPUB books are detected with their container out of sight, and by a mimetype that is compressed', async () => {
  const hidden = { 'a/b.xhtml': 'x', 'a/cover.png': randomBytes(9_000_000), ...CONTAINER };
  expect(await detect(await zip(hidden), 'a.epub')).toBe('epub');
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from('application/epub+zip'), 'mimetype');
  archive.addBuffer(randomBytes(2_000_000), 'cover.png');
  archive.end();
  expect(await detect(await buffer(archive.outputStream), 'a')).toBe('epub');
});
