import type { FormatName } from '../../../conversion/formats.ts';
import type { ReadBytes } from '../../../detection/document-compound.ts';
import { inspect } from '../../read/inspect.ts';
import { attributesOfExr } from './check-exr.ts';
import { unreadable } from './unreadable.ts';

/** The first and the last bytes of a file, its size, and a way to read others. */
interface Ends {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
  readonly read: ReadBytes;
}

/** Finds the size that a file states, or whether it has an end marker; undefined where neither can be known. */
type EndOf = (ends: Ends) => number | boolean | undefined;

const LOOKED_AT = 70_000;
/** From here on a size stands for "unknown": the recorder never completed the header. */
const UNKNOWN_SIZE = 0x7fff0000;
/** More top-level boxes than any MP4 has, but for fragmented ones. */
const MOST_BOXES = 10_000;
const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const SEGMENT = Buffer.from('18538067', 'hex');

/** The smallest chunk of OpenEXR, in bytes. */
const EXR_CHUNK = 8;
/** Some programs count the padding of the last chunk and do not write it. */
const WITHOUT_PADDING = 7;
const SLACK = 4096;

const endOfRiff: EndOf = ({ head }) => {
  const size = head.length < 8 ? 0 : head.readUInt32LE(4);
  const unknown = size === 0 || size >= UNKNOWN_SIZE || head.toString('latin1', 0, 4) !== 'RIFF';
  return unknown ? undefined : size + WITHOUT_PADDING;
};

/** Whether a RIFF file ends where its header says, give or take a few bytes. */
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

/** A page has at most 65,307 bytes, so that the last one begins in the tail. */
const endOfOgg: EndOf = ({ tail, size }) => {
  const at = tail.lastIndexOf('OggS');
  if (at < 0) return undefined;
  const body = at + 27 + (tail[at + 26] ?? 0);
  return size - tail.length + body + tail.subarray(at + 27, body).reduce((sum, length) => sum + length, 0);
};

/** Boxes follow one another; a length of 0 means up to the end of the file. */
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

/** The chunks of a Core Audio file follow its header; a length of -1 means up to the end of the file. */
const endOfCaf: EndOf = ({ size, read }) => {
  let at = 8;
  for (let chunks = 0; at + 12 <= size && chunks < MOST_BOXES; chunks++) {
    const length = Number(read(at + 4, 8).readBigInt64BE());
    if (length < 0) return undefined;
    at += 12 + length;
  }
  return at;
};

/** The offset table after the header has an entry for each chunk; chunks lie in any order. */
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
  // A chunk begins with its scan line or with the coordinates of its tile, and its length. Deep data have more fields.
  const sizeAt = last + (tiled ? 16 : 4);
  if ((deep ? last + EXR_CHUNK : sizeAt + 4) > size) return size + 1;
  if (deep) return undefined;
  return sizeAt + 4 + read(sizeAt, 4).readUInt32LE(0);
};

/** Decodes the run lengths of all lines and planes (ZSoft PCX technical reference). A palette may follow them. */
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

const endOfPng: EndOf = ({ tail }) => tail.includes('IEND');

/** The formats whose decoder would silently take a truncated file for a whole one. GIF is walked before (gif-frames.ts). */
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
  apng: endOfPng,
};

/**
 * Refuses a truncated file.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkTruncation(path: string, format: FormatName): Promise<void> {
  const endOf = ENDS[format];
  if (!endOf) return;
  const { end, size } = inspect(path, (read, size) => ({ end: endOf(endsIn(read, size)), size }));
  if (end === false) throw unreadable(`a ${format} without its end marker`);
  if (typeof end === 'number' && end > size) throw unreadable(`${size} of ${end} bytes`);
}

function endsIn(read: ReadBytes, size: number): Ends {
  const length = Math.min(size, LOOKED_AT);
  return { head: read(0, length), tail: read(size - length, length), size, read };
}
