import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../functions/conversion/detect.ts';
import { compoundFile } from '../../documents/compound-file.ts';
import { lockedPackage } from '../../documents/locked.ts';
import { docx, pptx, xlsx } from '../../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument, paragraphs } from '../../documents/open-document.ts';
import { zip } from '../../documents/package.ts';

const detect = (content: string | Buffer, name: string) => detectFormat(Buffer.from(content), name);
const stream = Buffer.alloc(4096, 1);

describe('documents in a package', () => {
  it.each([
    ['docx', () => docx(['x'])],
    ['xlsx', () => xlsx({ a: [[1]] })],
    ['pptx', () => pptx(['x'])],
    ['odt', () => openDocument('text', paragraphs(['x']))],
    ['odg', () => openDocument('graphics', '')],
  ] as const)('are %s whatever the name says', async (format, make) => {
    expect(await detect(await make(), 'file.zip')).toBe(format);
  });

  it('are known by their folders when what lists them is out of sight', async () => {
    const large = await zip({ 'ppt/media/image1.png': Buffer.alloc(100), '[Content_Types].xml': '<Types/>' });
    expect(await detect(large, 'a.pptx')).toBe('pptx');
    expect(await detect(await zip({ 'word/letter.txt': 'x' }), 'letters.zip')).toBe('zip');
  });

  it('are not what is in an archive of them', async () => {
    expect(await detect(await zip({ 'a.txt': 'x', 'b/report.docx': await docx(['x']) }), 'all.zip')).toBe('zip');
  });

  it('are known by their names when only those tell', async () => {
    const old = await zip({ 'content.xml': '<x/>', 'styles.xml': '<x/>' });
    expect([await detect(old, 'a.sxw'), await detect(old, 'a.zip')]).toEqual(['sxw', 'zip']);
  });
});

describe('documents in a compound file', () => {
  it.each([
    ['WordDocument', 'doc'],
    ['Workbook', 'xls'],
    ['BOOK', 'xls'],
    ['PowerPoint Document', 'ppt'],
  ])('with a stream %s are %s', async (name, format) => {
    expect(await detect(compoundFile({ Other: stream, [name]: stream }), 'file')).toBe(format);
  });

  it('that are locked packages are what their name says', async () => {
    expect(await detect(lockedPackage(), 'a.xlsx')).toBe('xlsx');
    expect(await detect(lockedPackage(), 'a')).toBe('docx');
  });

  it('whose directory is out of sight are what their name says, if that can be', async () => {
    const file = compoundFile({ WordDocument: stream }).subarray(0, 700);
    expect(await detect(file, 'a.doc')).toBe('doc');
    await expect(detect(file, 'a.mp3')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });

  it('of other programs are of no format', async () => {
    await expect(detect(compoundFile({ Message: stream }), 'a.doc')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });
});

describe('texts', () => {
  it.each([
    ['a;b\n1;2\n', 'a.csv', 'csv'],
    ['a\tb\n', 'a.tsv', 'tsv'],
    ['# Title\n', 'README.md', 'md'],
    ['hello', 'a.txt', 'txt'],
    ['hello', 'a.docx', 'txt'],
    ['hello', 'noname', 'txt'],
    ['<p>part of a page</p>', 'a.html', 'html'],
    ['<!-- x --><!DOCTYPE html><title>x</title>', 'a.txt', 'html'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'a.html', 'xhtml'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.txt', 'svg'],
    ['<?xml version="1.0"?><other/>', 'a.xml', 'txt'],
    ['{\\rtf1 x}', 'a.txt', 'rtf'],
    ['ID;PX\nE\n', 'a.txt', 'slk'],
    ['junk\n%PDF-1.7\n', 'a', 'pdf'],
  ])('%j as %s are %s', async (content, name, format) => {
    expect(await detect(content, name)).toBe(format);
  });

  it.each(['text', 'spreadsheet', 'presentation', 'graphics'] as const)(
    'that are a flat OpenDocument %s are that',
    async (kind) => {
      const formats = { text: 'fodt', spreadsheet: 'fods', presentation: 'fodp', graphics: 'fodg' };
      expect(await detect(flatOpenDocument(kind, ''), 'a.xml')).toBe(formats[kind]);
    },
  );

  it('may be in UTF-16 or an old encoding', async () => {
    expect(await detect(Buffer.from('\uFEFFa,b\n', 'utf16le'), 'a.csv')).toBe('csv');
    expect(await detect(Buffer.from('Gr\xfc\xdfe aus K\xf6ln', 'latin1'), 'a.txt')).toBe('txt');
  });

  it('may be cut through a character', async () => {
    expect(await detect(Buffer.from('häß'.repeat(3)).subarray(0, -1), 'a.txt')).toBe('txt');
  });

  it.each([Buffer.from([0x61, 0, 0x62]), Buffer.from([1, 2, 3, 4, 0x61]), Buffer.alloc(64, 0xfa)])(
    'are not bytes like %j',
    async (bytes) => {
      await expect(detect(bytes, 'a.txt')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
    },
  );

  it('compressed are not what they would be', async () => {
    await expect(detect(gzipSync('<Workbook/>'), 'a.gnumeric')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });
});
