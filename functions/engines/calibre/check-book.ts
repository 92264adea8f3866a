import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { openZip } from '../../detection/document-zip.ts';
import { inspect } from '../office/inspect.ts';

/** Whether a book is whole, as far as can be told without reading it: calibre makes half a book of half a book. */
type Check = (read: ReadBytes, size: number) => boolean;

const CHECKS: Partial<Record<FormatName, Check>> = {
  ...Object.fromEntries(['epub', 'docx', 'odt', 'htmlz', 'txtz', 'pmlz'].map((format) => [format, isWholeZip])),
  ...Object.fromEntries(['mobi', 'azw3', 'pdb'].map((format) => [format, isWholePalmDatabase])),
  chm: isWholeHelp,
  lit: isWholeReaderBook,
};

/**
 * Refuses books of which a part is missing.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkBook(path: string, format: FormatName): void {
  const check = CHECKS[format];
  if (!check || inspect(path, check)) return;
  throw new ConversionError('UNREADABLE_FILE', 'The book is damaged or incomplete, and cannot be read.');
}

/** The list of what is in a zip stands at its end. */
function isWholeZip(read: ReadBytes, size: number): boolean {
  return openZip(read, size).names.length > 0;
}

/** All records begin one behind the other within the file. */
function isWholePalmDatabase(read: ReadBytes, size: number): boolean {
  const [head, entry] = [78, 8];
  const count = size < head ? 0 : read(76, 2).readUInt16BE(0);
  const list = read(head, count * entry);
  if (count === 0 || list.length < count * entry) return false;
  let last = head + count * entry - 1;
  for (let at = 0; at < list.length; at += entry) {
    const position = list.readUInt32BE(at);
    if (position < last || position > size) return false;
    last = position;
  }
  return true;
}

/** The size of the head of a help file, of that of its directory, and the kind of chunks that name files. */
const HELP = { head: 0x60, directory: 0x54, kind: 'PMGL' } as const;

/** The chunks of the directory lead one to the next until there is none: what reads them would go round for ever. */
function isWholeHelp(read: ReadBytes, size: number): boolean {
  if (size < HELP.head + HELP.directory) return false;
  const start = Number(read(0x48, 8).readBigUInt64LE(0));
  const directory = start < size ? read(start, HELP.directory) : Buffer.alloc(0);
  if (directory.length < HELP.directory || directory.toString('latin1', 0, 4) !== 'ITSP') return false;
  const [length, first] = [directory.readUInt32LE(16), directory.readInt32LE(32)];
  if (length < 64) return false;
  const chunks = start + directory.readUInt32LE(8);
  let next = first;
  for (let left = Math.ceil(size / length); left > 0; left--) {
    if (next < 0) return true;
    const chunk = read(chunks + next * length, 20);
    if (chunk.length < 20 || chunk.toString('latin1', 0, 4) !== HELP.kind) return false;
    next = chunk.readInt32LE(16);
  }
  return next < 0;
}

/** The parts of the head of a book of Microsoft Reader that stand behind its list of pieces, and the length of each. */
const READER = { parts: ['CAOL', 'ITSF'], part: 48, piece: 16, directory: 1, listHead: 32 } as const;

/** What reads the head goes from part to part, of those that it knows, and through chunks: on others it would go on for ever. */
function isWholeReaderBook(read: ReadBytes, size: number): boolean {
  const head = read(0, 40);
  if (head.length < 40) return false;
  const [start, pieces, length] = [head.readUInt32LE(12), head.readUInt32LE(16), head.readUInt32LE(20)];
  const behind = start + pieces * READER.piece;
  if (behind + length > size || length < 8) return false;
  const second = read(behind, length);
  for (let at = second.readUInt32LE(4); at < length; at += READER.part) {
    const name = second.toString('latin1', at, at + 4);
    if (!READER.parts.some((part) => part === name)) return false;
  }
  const piece = read(start + READER.directory * READER.piece, READER.piece);
  if (pieces <= READER.directory || piece.length < READER.piece) return false;
  const [directory, room] = [read(piece.readUInt32LE(0), READER.listHead), piece.readUInt32LE(8)];
  if (directory.length < READER.listHead) return false;
  const [chunk, chunks] = [directory.readUInt32LE(8), directory.readUInt32LE(24)];
  return chunk > 0 && chunks * chunk + READER.listHead === room;
}
