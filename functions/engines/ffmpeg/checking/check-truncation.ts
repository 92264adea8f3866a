import type { FormatName } from '../../../conversion/formats.ts';
import type { ReadBytes } from '../../../detection/document-compound.ts';
import { inspect } from '../../read/inspect.ts';
import { countFrames } from '../../sharp/reading/gif-frames.ts';
import { attributesOfExr } from './check-exr.ts';
import { unreadable } from './unreadable.ts';

/** The beginning and the end of a file. */
interface Ends {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  /** Other places of the file. */
  readonly read: ReadBytes;
}

/** How many bytes a file ought to have, where it says so, or whether it ends as it must. */
type EndOf = (ends: Ends) => number | boolean | undefined;

const LOOKED_AT = 70_000;
/** Sizes that stand for "not known": what was written while it was recorded, and never completed. */
const UNKNOWN_SIZE = 0x7fff0000;
/** More than any MP4 has on its first level, but for those that are made of fragments. */
const MOST_BOXES = 10_000;
const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const SEGMENT = Buffer.from('18538067', 'hex');

/** The least that a chunk of OpenEXR takes. */
const EXR_CHUNK = 8;
/** Not every program writes the byte that makes the size of the last part even, though it counts it. */
const WITHOUT_PADDING = 7;
const SLACK = 4096;

const endOfRiff: EndOf = ({ head }) => {
  const size = head.length < 8 ? 0 : head.readUInt32LE(4);
  const unknown = size === 0 || size >= UNKNOWN_SIZE || head.toString('latin1', 0, 4) !== 'RIFF';
  return unknown ? undefined : size + WITHOUT_PADDING;
};

/** Whether a file of one RIFF says where it ends, and ends there, but for a few bytes that belong to nothing. */
export function isWholeRiff(path: string): boolean {
  return inspect(path, (read, size) => {
    const end = endOfRiff(endsIn(read, size));
    return typeof end === 'number' && Math.abs(size - end) < SLACK;
  });
}

const endOfAsf: EndOf = ({ head }) => {
  const at = head.indexOf(ASF_FILE_PROPERTIES);
  if (at < 0 || at + 92 > head.length) return undefined;
  const broadcast = head.readUInt32LE(at + 88) & 1;
  return broadcast ? undefined : Number(head.readBigUInt64LE(at + 40));
};

const endOfMatroska: EndOf = ({ head }) => {
  const at = head.subarray(0, 4096).indexOf(SEGMENT) + SEGMENT.length;
  const length = Math.clz32(head[at] ?? 0) - 23;
  if (at < SEGMENT.length || length > 8 || at + length > head.length) return undefined;
  const size = head
    .subarray(at, at + length)
    .reduce((sum, byte, i) => (i === 0 ? byte & (0xff >> length) : sum * 256 + byte), 0);
  return size >= 2 ** (7 * length) - 1 ? undefined : at + length + size;
};

/** Pages are at most 65,307 bytes long: the last one is among what was looked at. */
const endOfOgg: EndOf = ({ tail, size }) => {
  const at = tail.lastIndexOf('OggS');
  if (at < 0) return undefined;
  const body = at + 27 + (tail[at + 26] ?? 0);
  return size - tail.length + body + tail.subarray(at + 27, body).reduce((sum, length) => sum + length, 0);
};

/** The boxes of an MP4 follow each other; the last may go on to the end. */
const endOfBoxes: EndOf = ({ size, read }) => {
  let at = 0;
  for (let boxes = 0; at + 16 <= size && boxes < MOST_BOXES; boxes++) {
    const header = read(at, 16);
    const length = header.readUInt32BE(0);
    if (length === 0) return at;
    if (length !== 1 && length < 8) return undefined;
    at += length === 1 ? Number(header.readBigUInt64BE(8)) : length;
  }
  return at;
};

const endOfForm: EndOf = ({ head }) => (head.length < 8 ? undefined : head.readUInt32BE(4) + WITHOUT_PADDING);

const endOfAu: EndOf = ({ head }) => {
  const size = head.length < 12 ? 0xffffffff : head.readUInt32BE(8);
  return size === 0xffffffff ? undefined : head.readUInt32BE(4) + size;
};

/** The chunks of a Core Audio file follow its header; what was recorded into the last one may go on to the end. */
const endOfCaf: EndOf = ({ size, read }) => {
  let at = 8;
  for (let chunks = 0; at + 12 <= size && chunks < MOST_BOXES; chunks++) {
    const length = Number(read(at + 4, 8).readBigInt64BE());
    if (length < 0) return undefined;
    at += 12 + length;
  }
  return at;
};

/** After the header stands where each chunk of the picture is, from the top down, in whatever order they follow the table. */
const endOfExr: EndOf = ({ head, size, read }) => {
  const table = attributesOfExr(head)?.end;
  const flags = head[5] ?? 0;
  const [tiled, deep, several] = [flags & 0x02, flags & 0x08, flags & 0x10];
  if (several || table === undefined || table + 8 > head.length) return undefined;
  let end = head.length;
  let last = 0;
  for (let at = table; at + 8 <= end; at += 8) {
    const chunk = Number(head.readBigUInt64LE(at));
    end = Math.min(end, Math.max(chunk, at));
    last = Math.max(last, chunk);
  }
  // A chunk of lines says which they are, a tile where it is; then each how long it is. Those of depths say more.
  const lead = tiled ? 16 : 4;
  if (last + (deep ? EXR_CHUNK : lead + 4) > size) return size + 1;
  if (deep) return undefined;
  return last + lead + 4 + read(last + lead, 4).readUInt32LE(0);
};

/** Each line has its planes one after the other (ZSoft PCX technical reference); a palette may follow, found from the end. */
const endOfPcx: EndOf = ({ size, read }) => {
  const file = read(0, size);
  if (size < 128 || file[2] !== 1) return undefined;
  const lines = file.readUInt16LE(10) - file.readUInt16LE(6) + 1;
  let missing = lines * (file[65] ?? 0) * file.readUInt16LE(66);
  let at = 128;
  while (missing > 0 && at < size) {
    const token = file[at] ?? 0;
    at += token >= 0xc0 ? 2 : 1;
    missing -= token >= 0xc0 ? token & 0x3f : 1;
  }
  return missing > 0 ? size + 1 : at;
};

/** What is cut off in the middle of a frame is found by going through them; what follows the end is nobody's concern. */
const endOfGif: EndOf = ({ size, read }) => {
  countFrames(read(0, size));
  return undefined;
};
const endOfPng: EndOf = ({ tail }) => tail.includes('IEND');

/** How the end of a file is known, for formats whose decoder would take a part for the whole. */
const ENDS: Partial<Record<FormatName, EndOf>> = {
  wav: endOfRiff,
  avi: endOfRiff,
  wma: endOfAsf,
  wmv: endOfAsf,
  mkv: endOfMatroska,
  mka: endOfMatroska,
  webm: endOfMatroska,
  ogg: endOfOgg,
  ogv: endOfOgg,
  opus: endOfOgg,
  spx: endOfOgg,
  mp4: endOfBoxes,
  mov: endOfBoxes,
  m4a: endOfBoxes,
  '3gp': endOfBoxes,
  '3g2': endOfBoxes,
  avif: endOfBoxes,
  heic: endOfBoxes,
  aiff: endOfForm,
  au: endOfAu,
  caf: endOfCaf,
  exr: endOfExr,
  pcx: endOfPcx,
  gif: endOfGif,
  apng: endOfPng,
};

/**
 * Refuses a file that ends before its end.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkTruncation(path: string, format: FormatName): Promise<void> {
  const endOf = ENDS[format];
  if (!endOf) return;
  const { end, size } = inspect(path, (read, size) => ({ end: endOf(endsIn(read, size)), size }));
  if (end === false) throw unreadable(`a ${format} that does not end as it must`);
  if (typeof end === 'number' && end > size) throw unreadable(`${size} of ${end} bytes`);
}

function endsIn(read: ReadBytes, size: number): Ends {
  const length = Math.min(size, LOOKED_AT);
  return { head: read(0, length), tail: read(size - length, length), size, read };
}
