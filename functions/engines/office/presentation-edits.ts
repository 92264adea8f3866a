import type { ReadBytes } from '../../detection/document-compound.ts';
import { unreadable } from './unreadable.ts';

/** Types of records (MS-PPT 2.13.24), and what is before their content, in bytes. */
const [EDIT, DIRECTORY, HEADER] = [0x0ff5, 0x1772, 8];
/** Where an edit says what it follows, where its directory is, and how high the numbers of all objects are. */
const [PREVIOUS, LISTED, HIGHEST] = [16, 20, 28];
const EDIT_SIZE = 36;
/** What is read of all directories together, in bytes; more is left to LibreOffice. */
const MOST_LISTED = 4_000_000;

/** What the newest edit of a presentation should say of the numbers of its objects. */
export interface Correction {
  /** Where in the stream. */
  readonly position: number;
  readonly highest: number;
}

/**
 * Looks through what was saved one after the other into a presentation of PowerPoint 97 to 2003. LibreOffice refuses one
 * with objects above the highest number that it names, which early versions of Apache POI wrote, and shows empty slides
 * where an edit leads to itself.
 * @param read gives bytes of the stream
 * @param current where its newest edit is
 * @throws ConversionError UNREADABLE_FILE where the edits lead in a circle
 */
export function correctionOf(read: ReadBytes, current: number): Correction | undefined {
  let [highest, listed] = [0, 0];
  for (let at = current; at !== 0; ) {
    const edit = read(at, EDIT_SIZE);
    if (edit.length < EDIT_SIZE || edit.readUInt16LE(2) !== EDIT) return undefined;
    const directory = directoryAt(read, edit.readUInt32LE(LISTED), MOST_LISTED - listed);
    if (!directory) return undefined;
    listed += HEADER + directory.length;
    highest = Math.max(highest, highestIn(directory));
    const previous = edit.readUInt32LE(PREVIOUS);
    if (previous >= at) throw unreadable('the edits of the presentation lead in a circle');
    at = previous;
  }
  const named = current === 0 ? highest : read(current + HIGHEST, 4).readUInt32LE(0);
  return named < highest ? { position: current + HIGHEST, highest } : undefined;
}

function directoryAt(read: ReadBytes, at: number, most: number): Buffer | undefined {
  const header = read(at, HEADER);
  if (header.length < HEADER || header.readUInt16LE(2) !== DIRECTORY) return undefined;
  const length = header.readUInt32LE(4);
  if (HEADER + length > most) return undefined;
  const content = read(at + HEADER, length);
  return content.length === length ? content : undefined;
}

/** A directory has runs: the first number and how many there are, and for each where it is. */
function highestIn(directory: Buffer): number {
  let highest = 0;
  for (let at = 0; at + 4 <= directory.length; ) {
    const run = directory.readUInt32LE(at);
    const count = run >>> 20;
    highest = Math.max(highest, (run & 0xfffff) + count - 1);
    at += 4 * (1 + count);
  }
  return highest;
}
