import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import { DETECTION_BYTES } from './detection-bytes.ts';
import { discFileSystems } from './disc-file-systems.ts';
import { leadingEntries } from './leading-entries.ts';
import type { Detect, Sample } from './sample.ts';

/** Signatures of archives that may be comics, in hexadecimal. */
const NAMED: readonly (readonly [beginning: string, format: FormatName])[] = [
  ['377abcaf271c', '7z'],
  ['526172211a0700', 'rar'],
  ['526172211a070100', 'rar'],
];

/** A skippable frame of Zstandard (RFC 8878, 3.1.2), and the length of its header. */
const SKIPPED = /^5[0-9a-f]2a4d18/;
const SKIPPED_HEADER = 8;

/** Signatures of compressed files, in hexadecimal. */
const COMPRESSED: readonly (readonly [beginning: RegExp, file: FormatName, tape: FormatName])[] = [
  [/^1f8b08/, 'gz', 'tar.gz'],
  // A frame, or a skippable one, which multi-threaded compressors put first
  [/^28b52ffd/, 'zst', 'tar.zst'],
  [SKIPPED, 'zst', 'tar.zst'],
  // A first block, or the end of an empty file
  [/^425a683[1-9](?:314159265359|177245385090)/, 'bz2', 'tar.bz2'],
  [/^fd377a585a00/, 'xz', 'tar.xz'],
];

/** Detects archives by their signatures. */
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

/** The trailer of a disk image (UDIF): koly, the version, and the length of the trailer. */
const IMAGE_END = Buffer.from('6b6f6c790000000400000200', 'hex');
const IMAGE_END_BYTES = 512;

/**
 * Detects a small image by its trailer. Of a large one, the name decides, unless it has the signature of something other
 * than the compressed first block of an image.
 */
function isDiskImage({ head, filename, guess }: Sample): boolean {
  const end = head.length - IMAGE_END_BYTES;
  if (end >= 0 && head.subarray(end, end + IMAGE_END.length).equals(IMAGE_END)) return true;
  const isOpen = guess === undefined || guess.ext === 'dmg' || guess.ext === 'xz';
  return isOpen && head.length >= DETECTION_BYTES && formatOfFilename(filename) === 'dmg';
}

/** The comic format of each archive format, whichever comic format its name claims. */
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

/** Whether a zip may hold pictures: one of its first files is one, or not all files are known. */
function holdsPictures(head: Buffer): boolean {
  const { entries, complete } = leadingEntries(head);
  return !complete || entries.some(({ name }) => PICTURE.test(name));
}

/** Detects zip and gzip files that are no other format. */
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
  // Without decompression, only the name is left.
  const isTar = content
    ? isTarHeader(content) || (isZeroFilled(content) && claimed === tape)
    : claimed === tape || isComic(claimed);
  return isTar ? comicFormat(tape, filename) : file;
}

/** How many bytes of a compressed file are decompressed, step by step; a first block may have 128 KB. */
const STEPS = [512, 4096, 32 * 1024, 132 * 1024];
const LARGEST_BEGINNING = 32 * 1024 * 1024;

/**
 * The beginning of a compressed file's content; undefined for bzip2 and xz, which would need much of the file, and where it
 * cannot be decompressed.
 */
export function decompressBeginning(head: Buffer, file: FormatName): Buffer | undefined {
  const decompress = { gz: decompressGzip, zst: decompressZstandard }[file as string];
  let content: Buffer | undefined;
  for (const step of decompress ? STEPS : []) {
    try {
      content = decompress?.(head.subarray(0, step));
      if (content && content.length >= BLOCK) return content;
    } catch {
      return undefined;
    }
  }
  return content;
}

/** Decompresses gzip whose end may be missing. */
function decompressGzip(bytes: Buffer): Buffer {
  const finishFlush = 2; // Z_SYNC_FLUSH
  return gunzipSync(bytes, { finishFlush, maxOutputLength: LARGEST_BEGINNING });
}

/** Decompresses Zstandard, behind a skippable frame. */
function decompressZstandard(bytes: Buffer): Buffer {
  const finishFlush = 1; // ZSTD_e_flush
  const isSkipped = bytes.length >= SKIPPED_HEADER && SKIPPED.test(bytes.toString('hex', 0, 4));
  const begin = isSkipped ? SKIPPED_HEADER + bytes.readUInt32LE(4) : 0;
  return zstdDecompressSync(bytes.subarray(begin), { finishFlush, maxOutputLength: LARGEST_BEGINNING });
}

const BLOCK = 512;

/** Whether a block is a tar header with a valid checksum (POSIX.1-1988 and earlier). */
function isTarHeader(head: Buffer): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  const stated = /^[\0 ]{0,7}([0-7]{1,7})[\0 ]/.exec(head.toString('latin1', 148, 156))?.[1];
  if (stated === undefined) return false;
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += head[at] ?? 0;
  return Number.parseInt(stated, 8) === sum;
}

/** Whether all is zero, as in an empty tar archive of at least two blocks. */
function isZeroFilled(head: Buffer): boolean {
  return head.length >= 2 * BLOCK && head.every((byte) => byte === 0);
}
