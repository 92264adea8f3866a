import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import { DETECTION_BYTES } from './detection-bytes.ts';
import { discFileSystems } from './disc-file-systems.ts';
import { leadingEntries } from './leading-entries.ts';
import type { Detect, Sample } from './sample.ts';

/** Archives that may be comics, by how they begin, in hexadecimal. */
const NAMED: readonly (readonly [beginning: string, format: FormatName])[] = [
  ['377abcaf271c', '7z'],
  ['526172211a0700', 'rar'],
  ['526172211a070100', 'rar'],
];

/** A frame of Zstandard that is to be skipped (RFC 8878, 3.1.2), and how long its header is. */
const SKIPPED = /^5[0-9a-f]2a4d18/;
const SKIPPED_HEADER = 8;

/** Files that are compressed as a whole, by how they begin, in hexadecimal. */
const COMPRESSED: readonly (readonly [beginning: RegExp, file: FormatName, tape: FormatName])[] = [
  [/^1f8b08/, 'gz', 'tar.gz'],
  // A frame, or one that is to be skipped, as those who pack in several threads put first
  [/^28b52ffd/, 'zst', 'tar.zst'],
  [SKIPPED, 'zst', 'tar.zst'],
  // A first block, or the end
  [/^425a683[1-9](?:314159265359|177245385090)/, 'bz2', 'tar.bz2'],
  [/^fd377a585a00/, 'xz', 'tar.xz'],
];

/** Archives that begin as nothing else does. */
export const detectArchive: Detect = (sample) => {
  const { head, filename, guess } = sample;
  const start = head.toString('hex', 0, 8);
  const named = NAMED.find(([beginning]) => start.startsWith(beginning));
  if (named) return comicFormat(named[1], filename);
  const disc = discFileSystems(head);
  if (disc.iso || disc.udf) return 'iso';
  if (isTarHeader(head) || (isZeroFilled(head) && formatOfFilename(filename) === 'tar'))
    return comicFormat('tar', filename);
  if (isDiskImage(sample)) return 'dmg';
  return guess?.ext === 'gz' ? undefined : compressedFormat(head, filename);
};

/** How a disk image ends (UDIF): koly, its version, and the length of this. */
const IMAGE_END = Buffer.from('6b6f6c790000000400000200', 'hex');
const IMAGE_END_BYTES = 512;

/**
 * A small image is known by its end. Of a large one that is out of sight: its name decides, unless it begins as something
 * that is not the compressed first block of an image.
 */
function isDiskImage({ head, filename, guess }: Sample): boolean {
  const end = head.length - IMAGE_END_BYTES;
  if (end >= 0 && head.subarray(end, end + IMAGE_END.length).equals(IMAGE_END)) return true;
  const isOpen = guess === undefined || guess.ext === 'dmg' || guess.ext === 'xz';
  return isOpen && head.length >= DETECTION_BYTES && formatOfFilename(filename) === 'dmg';
}

/** What an archive is when it is called a comic, whichever of the kinds its name says. */
const COMICS: Partial<Record<FormatName, FormatName>> = {
  ...{ zip: 'cbz', rar: 'cbr', '7z': 'cb7', tar: 'cbt' },
  ...{ 'tar.gz': 'cbt', 'tar.bz2': 'cbt', 'tar.xz': 'cbt', 'tar.zst': 'cbt' },
};

function comicFormat(archive: FormatName, filename: string): FormatName {
  return (isComic(formatOfFilename(filename)) && COMICS[archive]) || archive;
}

function isComic(claimed: FormatName | undefined): boolean {
  return Object.values(COMICS).some((format) => format === claimed);
}

const PICTURE = /\.(?:jpe?g|jpe|jfif|png|gif|webp|bmp|tiff?|avif)$/i;

/** Whether there may be pictures in a zip: one of its first files is, or others are out of sight. */
function holdsPictures(head: Buffer): boolean {
  const { entries, complete } = leadingEntries(head);
  return !complete || entries.some(({ name }) => PICTURE.test(name));
}

/** What is in a container that other families have too, when none of them has claimed it. */
export const detectContainer: Detect = ({ head, filename, guess }) => {
  const claimed = formatOfFilename(filename);
  if (guess?.ext === 'zip')
    return claimed === 'jar' ? 'jar' : holdsPictures(head) ? comicFormat('zip', filename) : 'zip';
  return guess?.ext === 'gz' ? compressedFormat(head, filename) : undefined;
};

function compressedFormat(head: Buffer, filename: string): FormatName | undefined {
  const claimed = formatOfFilename(filename);
  const start = head.toString('hex', 0, 10);
  const [, file, tape] = COMPRESSED.find(([beginning]) => beginning.test(start)) ?? [];
  if (!file || !tape) return undefined;
  const content = decompressBeginning(head, file);
  // Without looking into it, its name is all there is.
  const isTar = content
    ? isTarHeader(content) || (isZeroFilled(content) && claimed === tape)
    : claimed === tape || isComic(claimed);
  return isTar ? comicFormat(tape, filename) : file;
}

/** How much of a compressed file is decompressed to look at it, in bytes, in turn; a first block may be of 128 KB. */
const STEPS = [512, 4096, 32 * 1024, 132 * 1024];
const LARGEST_BEGINNING = 32 * 1024 * 1024;

/** The beginning of what is in a compressed file; nothing where that cannot be had without reading much. */
function decompressBeginning(head: Buffer, file: FormatName): Buffer | undefined {
  const unpack = { gz: decompressGzip, zst: decompressZstandard }[file as string];
  let content: Buffer | undefined;
  for (const step of unpack ? STEPS : []) {
    try {
      content = unpack?.(head.subarray(0, step));
      if (content && content.length >= BLOCK) return content;
    } catch {
      return undefined;
    }
  }
  return content;
}

/** The end may be missing. */
function decompressGzip(bytes: Buffer): Buffer {
  const finishFlush = 2; // Z_SYNC_FLUSH
  return gunzipSync(bytes, { finishFlush, maxOutputLength: LARGEST_BEGINNING });
}

/** A frame that is to be skipped is taken for all there is: what is in the file begins behind it. */
function decompressZstandard(bytes: Buffer): Buffer {
  const finishFlush = 1; // ZSTD_e_flush
  const isSkipped = bytes.length >= SKIPPED_HEADER && SKIPPED.test(bytes.toString('hex', 0, 4));
  const begin = isSkipped ? SKIPPED_HEADER + bytes.readUInt32LE(4) : 0;
  return zstdDecompressSync(bytes.subarray(begin), { finishFlush, maxOutputLength: LARGEST_BEGINNING });
}

const BLOCK = 512;

/** Whether a block is the header of a tape archive: its checksum is right (POSIX.1-1988, and all before it). */
function isTarHeader(head: Buffer): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  const told = /^[\0 ]{0,7}([0-7]{1,7})[\0 ]/.exec(head.toString('latin1', 148, 156))?.[1];
  if (told === undefined) return false;
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += head[at] ?? 0;
  return Number.parseInt(told, 8) === sum;
}

/** An empty tape archive: at least two empty blocks. */
function isZeroFilled(head: Buffer): boolean {
  return head.length >= 2 * BLOCK && head.every((byte) => byte === 0);
}
