import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { detectFormat } from '../../functions/detection/detect.ts';
import { zip } from '../documents/package.ts';
import { palmDatabase } from '../ebooks/palm-database.ts';

/** The first record of a Mobipocket book of some version, with these entries. */
function mobipocket(version: number, entries: readonly (readonly [type: number, value: number])[] = []): Buffer {
  const head = Buffer.alloc(16 + 232);
  head.write('MOBI', 16);
  head.writeUInt32BE(232, 20);
  head.writeUInt32BE(version, 36);
  head.writeUInt32BE(0x40, 128);
  const words = [12 + entries.length * 12, entries.length, ...entries.flatMap(([type, value]) => [type, 12, value])];
  const extension = Buffer.alloc(4 + words.length * 4);
  extension.write('EXTH', 0);
  for (const [at, word] of words.entries()) extension.writeUInt32BE(word, 4 + at * 4);
  return palmDatabase('Book', 'BOOKMOBI', [Buffer.concat([head, extension])]);
}

const detect = (content: Buffer, name = 'book') => detectFormat(content, name);

describe('books for Kindle', () => {
  it.each([
    ['the older kind', mobipocket(6), 'mobi'],
    [
      'the older kind with entries',
      mobipocket(6, [
        [100, 1],
        [121, 0xffffffff],
      ]),
      'mobi',
    ],
    ['the newer kind', mobipocket(8), 'azw3'],
    [
      'both in one',
      mobipocket(6, [
        [100, 1],
        [121, 7],
      ]),
      'azw3',
    ],
    ['one that is cut off', mobipocket(8).subarray(0, 100), 'mobi'],
  ] as const)('are told apart: %s', async (_, file, format) => {
    expect(await detect(file)).toBe(format);
    expect(await detect(file, 'a.zip')).toBe(format);
  });
});

describe('old books', () => {
  it.each(['TEXtREAd', 'PNRdPPrs', 'zTXTGPlm'])('are Palm databases of the type %s', async (type) => {
    expect(await detect(palmDatabase('Book', type, [Buffer.alloc(16)]))).toBe('pdb');
  });

  it.each([
    ['ITSF\u0003\0\0\0', 'chm'],
    ['ITOLITLS\u0001\0\0\0', 'lit'],
    ['L\0R\0F\0\0\0', 'lrf'],
    ['\xb0\x0c\xb0\x0c\u0002\0NUVO', 'rb'],
    ['!!8-Bit!!\u0001a', 'tcr'],
  ] as const)('begin with %j', async (beginning, format) => {
    expect(await detect(Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(200)]))).toBe(format);
  });

  it('are not any other database of a Palm', async () => {
    await expect(detect(palmDatabase('Book', 'DATAmemo', [Buffer.alloc(16)]))).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
    });
  });
});

describe('EPUB books without a leading mimetype file', () => {
  const container = { 'META-INF/container.xml': '<rootfile media-type="application/oebps-package+xml"/>' };
  const large = { 'a/cover.png': randomBytes(9_000_000) };

  it.each([
    ['without saying what they are', container, 'a', 'epub'],
    ['in any order', { 'a/b.xhtml': 'x', ...container, mimetype: 'application/epub+zip' }, 'a.zip', 'epub'],
    ['with their container out of sight', { 'a/b.xhtml': 'x', ...large, ...container }, 'a.epub', 'epub'],
    ['or not a book', { 'META-INF/container.xml': '<other/>' }, 'a.epub', 'zip'],
    ['or only called one', { 'a.xhtml': 'x' }, 'a.epub', 'zip'],
  ] as const)('%s', async (_, files, name, format) => {
    expect(await detect(await zip(files), name)).toBe(format);
  });
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

describe('zipped books', () => {
  it.each([
    [{ 'index.html': 'x', 'metadata.opf': 'x' }, 'a.zip', 'htmlz'],
    [{ 'index.html': 'x' }, 'a.htmlz', 'htmlz'],
    [{ 'index.html': 'x' }, 'a.zip', 'zip'],
    [{ 'index.txt': 'x', 'metadata.opf': 'x' }, 'a.zip', 'txtz'],
    [{ 'a.pml': 'x' }, 'a.pmlz', 'pmlz'],
    [{ 'a.pml': 'x' }, 'a.zip', 'zip'],
  ] as const)('%j named %s', async (files, name, format) => {
    expect(await detect(await zip(files), name)).toBe(format);
  });
});
