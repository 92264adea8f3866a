import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { detectFormat } from '../../functions/detection/detect.ts';
import { zip } from '../documents/package.ts';
import { palmDatabase } from '../ebooks/palm-database.ts';
import { committed } from '../support/committed.ts';

const detect = (content: Buffer, name = 'book') => detectFormat(content, name);
const CONTAINER = { 'META-INF/container.xml': '<rootfile media-type="application/oebps-package+xml"/>' };
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
  expect(await detect(palmDatabase('Book', type, [Buffer.alloc(16)]))).toBe('pdb');
});

it.each([
  ['ITSF\u0003\0\0\0', 'chm'],
  ['ITOLITLS\u0001\0\0\0', 'lit'],
  ['L\0R\0F\0\0\0', 'lrf'],
  ['\xb0\x0c\xb0\x0c\u0002\0NUVO', 'rb'],
  ['!!8-Bit!!\u0001a', 'tcr'],
] as const)('old books begin with %j', async (beginning, format) => {
  expect(await detect(Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(200)]))).toBe(format);
});

it('old books are not any other database of a Palm', async () => {
  await expect(detect(palmDatabase('Book', 'DATAmemo', [Buffer.alloc(16)]))).rejects.toMatchObject({
    code: 'UNKNOWN_FORMAT',
  });
});

it.each([
  ['without saying what they are', CONTAINER, 'a', 'epub'],
  ['in any order', { 'a/b.xhtml': 'x', ...CONTAINER, mimetype: 'application/epub+zip' }, 'a.zip', 'epub'],
  [
    'with their container out of sight',
    { 'a/b.xhtml': 'x', 'a/cover.png': randomBytes(9_000_000), ...CONTAINER },
    'a.epub',
    'epub',
  ],
  ['or not a book', { 'META-INF/container.xml': '<other/>' }, 'a.epub', 'zip'],
  ['zipped pages with a package', { 'index.html': 'x', 'metadata.opf': 'x' }, 'a.zip', 'htmlz'],
  ['zipped pages called htmlz', { 'index.html': 'x' }, 'a.htmlz', 'htmlz'],
  ['zipped pages', { 'index.html': 'x' }, 'a.zip', 'zip'],
  ['zipped text', { 'index.txt': 'x', 'metadata.opf': 'x' }, 'a.zip', 'txtz'],
  ['zipped markup', { 'a.pml': 'x' }, 'a.pmlz', 'pmlz'],
] as const)('books without a leading mimetype file are detected: %s', async (_, files, name, format) => {
  expect(await detect(await zip(files), name)).toBe(format);
});

it('EPUB books whose mimetype is compressed are detected by it', async () => {
  const archive = new ZipFile();
  for (const [name, content] of [
    ['mimetype', 'application/epub+zip'],
    ['cover.png', randomBytes(2_000_000)],
  ] as const)
    archive.addBuffer(Buffer.from(content), name);
  archive.end();
  expect(await detect(await buffer(archive.outputStream), 'a')).toBe('epub');
});
