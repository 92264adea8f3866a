import type { FormatName } from '../../conversion/formats.ts';
import { COMPOUND_SIGNATURE, CompoundFile, type ReadBytes } from '../../detection/document-compound.ts';
import { inspect } from './inspect.ts';

/** Formats that are one XML file. */
const XML: readonly FormatName[] = ['fodt', 'fods', 'fodp', 'fodg', 'abw', 'fb2'];

/** The last line of SYLK and DIF, behind which some programs write the end-of-file character of DOS. */
const LAST_LINES: Partial<Record<FormatName, RegExp>> = {
  slk: /(?:^|[\r\n])E\W*$/,
  dif: /(?:^|[\r\n])EOD\W*$/,
};

/** How many bytes at the end of a text are searched for its end marker. */
const END = 1024;

const WORD_2 = Buffer.from('dba52d00', 'hex');
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1');
/** The longest end of central directory record of a zip, in bytes. */
const LONGEST_DIRECTORY_END = 22 + 0xffff;

/**
 * Whether a file is truncated. LibreOffice converts what is there, takes it for a text or fills it up with nothing; half a
 * document must not pass for a whole one.
 */
export function isTruncated(path: string, format: FormatName): boolean {
  return inspect(path, (read, size) => {
    if (XML.includes(format)) return !isClosed(read(Math.max(0, size - END), END));
    const lastLine = LAST_LINES[format];
    if (lastLine) return !lastLine.test(read(Math.max(0, size - END), END).toString('latin1'));
    if (format === 'wk1') return !endsWithItsLastRecord(read, size);
    if (format === 'emf') return !isChainOfRecords(read, size);
    if (format === 'wmf') return !endsWithItsRecords(read, size);
    // Word 2 states the size of its file.
    if (read(0, WORD_2.length).equals(WORD_2)) return size < 36 || read(32, 4).readUInt32LE(0) > size;
    if (format === 'cdr' && !isZip(read)) return size < 8 || read(4, 4).readUInt32LE(0) + 8 > size;
    if (isZip(read)) return !endsWithItsDirectory(read, size);
    // Even the header of a compound file may be incomplete.
    return (
      read(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE) && CompoundFile.open(read)?.isWhole(size) !== true
    );
  });
}

function isZip(read: ReadBytes): boolean {
  return read(0, 4).equals(LOCAL_HEADER);
}

/**
 * Whether a zip ends with its central directory (APPNOTE.TXT 4.3.16). Without one, LibreOffice may or may not repair what
 * it finds of the files.
 */
function endsWithItsDirectory(read: ReadBytes, size: number): boolean {
  const start = Math.max(0, size - LONGEST_DIRECTORY_END);
  const end = read(start, LONGEST_DIRECTORY_END);
  const at = end.lastIndexOf(DIRECTORY_END);
  if (at < 0 || at + 20 > end.length) return false;
  const length = end.readUInt32LE(at + 12);
  const offset = end.readUInt32LE(at + 16);
  // Zip64 has the true numbers in another record.
  return offset === 0xffffffff || length === 0xffffffff || offset + length <= start + at;
}

/** Whether a text ends with a closing tag and comments. Zeros are dropped for UTF-16. */
function isClosed(end: Buffer): boolean {
  let text = end.toString('latin1').replaceAll('\u0000', '').trimEnd();
  while (text.endsWith('-->') && text.includes('<!--')) text = text.slice(0, text.lastIndexOf('<!--')).trimEnd();
  return /^<\/[\w.:-]+>$/.test(text.slice(text.lastIndexOf('<')));
}

/** Whether all records of a Windows metafile are within the file (MS-WMF 2.3). */
function endsWithItsRecords(read: ReadBytes, size: number): boolean {
  const file = read(0, size);
  const placeable = size > 40 && file.readUInt32LE(0) === 0x9ac6cdd7;
  let at = placeable ? 40 : 18;
  while (at + 6 <= size && file.readUInt16LE(at + 4) !== 0) at += Math.max(file.readUInt32LE(at) * 2, 6);
  return at === size || at + 6 <= size;
}

/** Whether the records of an enhanced metafile lead to its last one or to its end (MS-EMF 2.3): behind a damaged one, nothing is drawn. */
function isChainOfRecords(read: ReadBytes, size: number): boolean {
  const [file, last] = [read(0, size), 14];
  let at = 0;
  while (at + 8 <= size && file.readUInt32LE(at) !== last) at += Math.max(file.readUInt32LE(at + 4), 8);
  return at === size || (at + 8 <= size && at + file.readUInt32LE(at + 4) <= size);
}

/** Whether a Lotus worksheet has its end record. */
function endsWithItsLastRecord(read: ReadBytes, size: number): boolean {
  const [file, last] = [read(0, size), 1];
  let at = 0;
  while (at + 4 <= size && file.readUInt16LE(at) !== last) at += 4 + file.readUInt16LE(at + 2);
  return at + 4 <= size;
}
