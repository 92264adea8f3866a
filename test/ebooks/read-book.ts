import { inflateSync } from 'node:zlib';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { textOf } from '../documents/read-result.ts';
import { unzip } from '../support/unzip.ts';
import { convertWithCalibre } from './convert-with-calibre.ts';
import { palmRecords } from './palm-database.ts';
import { readMobipocket } from './read-mobipocket.ts';

/** How books are read without what made them. */
const READERS: Partial<Record<FormatName, (file: Buffer) => string>> = {
  azw3: (file) => readMobipocket(file).text,
  mobi: (file) => readMobipocket(file).text,
  pdb: readEreader,
  rb: readRocket,
  tcr: readPsion,
  lrf: readBroadband,
  htmlz: readZip,
  txtz: readZip,
};

/** What only calibre reads: here another part of it than the one that wrote it, which shares nothing with that but tables. */
const READ_BACK: readonly FormatName[] = ['lit'];

/** The text of a book, markup included. */
export async function textOfBook(file: Buffer, format: FormatName): Promise<string> {
  if (READ_BACK.includes(format)) return (await convertWithCalibre(file, format, 'txt')).toString();
  return (READERS[format] ?? ((book) => textOf(book, format)))(file);
}

/** The text of an eReader book: records that are compressed as in zip files, in the letters of Windows. */
function readEreader(file: Buffer): string {
  const [head = Buffer.alloc(0), ...records] = palmRecords(file);
  if (file.toString('latin1', 60, 68) !== 'PNRdPPrs' || head.readUInt16BE(0) !== 10) throw new Error('no eReader book');
  const pages = records.slice(0, head.readUInt16BE(12) - 1);
  return pages
    .map((record) => inflateSync(record).toString('latin1'))
    .join('')
    .replace(/\\a(\d{3})/g, decoded);
}

function decoded(_: string, code: string): string {
  return String.fromCharCode(Number(code));
}

/** All files in a Rocket eBook: a list of names, lengths, positions and flags. */
function readRocket(file: Buffer): string {
  const list = file.readUInt32LE(24);
  const entries = Array.from({ length: file.readUInt32LE(list) }, (_, index) => list + 4 + index * 44);
  return entries
    .map((at) => rocketFile(file, file.readUInt32LE(at + 36), file.readUInt32LE(at + 32), file.readUInt32LE(at + 40)))
    .join('\n');
}

function rocketFile(file: Buffer, position: number, length: number, flags: number): string {
  if (flags !== 8) return file.toString('utf8', position, position + length);
  const texts: string[] = [];
  const count = file.readUInt32LE(position);
  let at = position + 8 + count * 4;
  for (let index = 0; index < count; index++) {
    const size = file.readUInt32LE(position + 8 + index * 4);
    texts.push(inflateSync(file.subarray(at, at + size)).toString('latin1'));
    at += size;
  }
  return texts.join('');
}

/** A Psion book: 256 words, and a byte for each that is said. */
function readPsion(file: Buffer): string {
  const words: Buffer[] = [];
  let at = 9;
  for (let index = 0; index < 256; index++) {
    const length = file[at] ?? 0;
    words.push(file.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return Buffer.concat([...file.subarray(at)].map((code) => words[code] ?? Buffer.alloc(0))).toString();
}

/** All compressed parts of a BroadBand book that are text: letters of two bytes. */
function readBroadband(file: Buffer): string {
  const texts: string[] = [];
  for (let at = file.indexOf('789c', 0, 'hex'); at >= 0; at = file.indexOf('789c', at + 1, 'hex')) {
    try {
      texts.push(inflateSync(file.subarray(at)).toString('utf16le'));
    } catch {
      // Two bytes that only look like the beginning of one.
    }
  }
  return texts.join('\n');
}

function readZip(file: Buffer): string {
  return [...unzip(file)]
    .map(([name, content]) => (/\.(html|txt|opf|css)$/.test(name) ? content.toString() : ''))
    .join('\n');
}
