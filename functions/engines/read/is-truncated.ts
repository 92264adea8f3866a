import type { FormatName } from '../../conversion/formats.ts';
import { COMPOUND_SIGNATURE, CompoundFile, type ReadBytes } from '../../detection/document-compound.ts';
import { inspect } from './inspect.ts';

/** Formats that are one XML file. */
const XML: readonly FormatName[] = ['fodt', 'fods', 'fodp', 'fodg', 'abw', 'fb2'];

/** What the last line of a table in lines is (SYLK, DIF), behind which some programs write the end of a file of DOS. */
const LAST_LINES: Partial<Record<FormatName, RegExp>> = {
  slk: /(?:^|[\r\n])E\W*$/,
  dif: /(?:^|[\r\n])EOD\W*$/,
};

/** How much of a text's end is searched for what closes it, in bytes. */
const END = 1024;

const WORD_2 = Buffer.from('dba52d00', 'hex');
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1');
/** The record that ends a zip, with the longest comment, in bytes. */
const LONGEST_DIRECTORY_END = 22 + 0xffff;

/**
 * Whether a file lacks its end. LibreOffice makes something of the rest, takes it for a text or fills it up with nothing;
 * half a document must not pass for a whole one.
 */
export function isTruncated(path: string, format: FormatName): boolean {
  return inspect(path, (read, size) => {
    if (XML.includes(format)) return !isClosed(read(Math.max(0, size - END), END));
    const lastLine = LAST_LINES[format];
    if (lastLine) return !lastLine.test(read(Math.max(0, size - END), END).toString('latin1'));
    if (format === 'wk1') return !endsWithItsLastRecord(read, size);
    if (format === 'emf') return size < 52 || read(48, 4).readUInt32LE(0) > size;
    if (format === 'wmf') return !endsWithItsRecords(read, size);
    // Word 2 says where its file ends.
    if (read(0, WORD_2.length).equals(WORD_2)) return size < 36 || read(32, 4).readUInt32LE(0) > size;
    if (format === 'cdr' && !isZip(read)) return size < 8 || read(4, 4).readUInt32LE(0) + 8 > size;
    if (isZip(read)) return !endsWithItsDirectory(read, size);
    // Not even all of its header may be there.
    return (
      read(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE) && CompoundFile.open(read)?.isWhole(size) !== true
    );
  });
}

function isZip(read: ReadBytes): boolean {
  return read(0, 4).equals(LOCAL_HEADER);
}

/**
 * Whether a zip ends with the directory of its files, where that says it lies (APPNOTE.TXT 4.3.16). Without it
 * LibreOffice may repair what it finds of the files, or may not.
 */
function endsWithItsDirectory(read: ReadBytes, size: number): boolean {
  const start = Math.max(0, size - LONGEST_DIRECTORY_END);
  const end = read(start, LONGEST_DIRECTORY_END);
  const at = end.lastIndexOf(DIRECTORY_END);
  if (at < 0 || at + 20 > end.length) return false;
  const length = end.readUInt32LE(at + 12);
  const offset = end.readUInt32LE(at + 16);
  // Larger files have the true numbers elsewhere.
  return offset === 0xffffffff || length === 0xffffffff || offset + length <= start + at;
}

/** Whether a text ends with a closing tag, behind which there may be comments. Zeros are between the letters of UTF-16. */
function isClosed(end: Buffer): boolean {
  let text = end.toString('latin1').replaceAll('\u0000', '').trimEnd();
  while (text.endsWith('-->') && text.includes('<!--')) text = text.slice(0, text.lastIndexOf('<!--')).trimEnd();
  return /^<\/[\w.:-]+>$/.test(text.slice(text.lastIndexOf('<')));
}

/** Whether no record of a Windows metafile reaches beyond the file (MS-WMF 2.3). */
function endsWithItsRecords(read: ReadBytes, size: number): boolean {
  const file = read(0, size);
  const placeable = size > 40 && file.readUInt32LE(0) === 0x9ac6cdd7;
  let at = placeable ? 40 : 18;
  while (at + 6 <= size && file.readUInt16LE(at + 4) !== 0) at += Math.max(file.readUInt32LE(at) * 2, 6);
  return at === size || at + 6 <= size;
}

/** Whether the record that ends a worksheet of Lotus is there, behind all others. */
function endsWithItsLastRecord(read: ReadBytes, size: number): boolean {
  const [file, last] = [read(0, size), 1];
  let at = 0;
  while (at + 4 <= size && file.readUInt16LE(at) !== last) at += 4 + file.readUInt16LE(at + 2);
  return at + 4 <= size;
}
