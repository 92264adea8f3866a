import { deflateSync } from 'node:zlib';
import { zip } from '../documents/package.ts';
import { BOOK } from './book.ts';
import { compiledHelp } from './compiled-help.ts';
import { palmDatabase } from './palm-database.ts';

const TEXT = `${BOOK.chapters[0]}\n\nEin ${BOOK.words.join(' und ')}.\n`;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The first record of a PalmDOC text: how it is compressed, its length, and in how many records. */
function palmDocHead(compression: number, text: Buffer, records: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt16BE(compression, 0);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt16BE(records, 8);
  head.writeUInt16BE(4096, 10);
  return head;
}

function zTextHead(text: Buffer): Buffer {
  const head = Buffer.alloc(32);
  for (const [at, value] of [0x0128, 1].entries()) head.writeUInt16BE(value, at * 2);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt16BE(8192, 8);
  head.writeUInt8(1, 18);
  return head;
}

/** Books of old readers, made by hand. */
export const OLD_BOOKS = {
  'PalmDOC.pdb': async () => palmDatabase('Book', 'TEXtREAd', [palmDocHead(1, latin1(TEXT), 1), latin1(TEXT)]),
  'zTXT.pdb': async () => palmDatabase('Book', 'zTXTGPlm', [zTextHead(latin1(TEXT)), deflateSync(latin1(TEXT))]),
  'book.tcr': async () => Buffer.concat([latin1('!!8-Bit!!'), ...singleBytes(), Buffer.from(TEXT)]),
  'book.chm': async () =>
    compiledHelp({
      '/one.html': `<html><head><title>Help</title></head><body><h1>${BOOK.chapters[0]}</h1><p>Ein ${BOOK.words.map((word) => word.replace('ä', '&auml;')).join(' und ')}.</p></body></html>`,
      '/toc.hhc': `<html><body><ul><li><object type="text/sitemap"><param name="Name" value="${BOOK.chapters[0]}"><param name="Local" value="one.html"></object></ul></body></html>`,
    }),
  'book.pmlz': () => zip({ 'book.pml': latin1(`\\x${BOOK.chapters[0]}\\x\n\nEin ${BOOK.words.join(' und ')}.\n`) }),
  'book.txtz': () => zip({ 'index.txt': TEXT, 'metadata.opf': '<package/>' }),
  'book.htmlz': () =>
    zip({
      'index.html': `<html><body><h1>${BOOK.chapters[0]}</h1><p>${TEXT}</p></body></html>`,
      'metadata.opf': '<package/>',
    }),
} as const;

/** A dictionary in which each byte stands for itself. */
function singleBytes(): Buffer[] {
  return Array.from({ length: 256 }, (_, byte) => Buffer.from([1, byte]));
}
