import { END, endOfScan, findMarker, MARKER, SCAN, START } from './jpeg-markers.ts';

const END_OF_IMAGE = Buffer.from([MARKER, END]);

/** Frames whose scans all hold whole pictures: baseline and extendable, Huffman and arithmetic. */
const SEQUENTIAL: readonly number[] = [0xc0, 0xc1, 0xc9];
/** Frames in arithmetic coding: their decoder does not notice that data is missing, so no end is put to them. */
const ARITHMETIC: readonly number[] = [0xc9, 0xca];

/**
 * Puts right what is wrong in the frame of a JPEG and harmless to its pixels: junk between segments, scan parameters
 * that mean nothing in a sequential picture, whatever follows the end, or no end mark at all.
 * No byte of picture data is touched, so that damage there is still found by the decoder.
 */
export function repairJpeg(file: Buffer): Buffer {
  // What is written is what was read, or less of it, and an end.
  const repaired = Buffer.alloc(file.length + END_OF_IMAGE.length);
  let length = file.copy(repaired, 0, 0, 2);
  let sequential = true;
  let endable = true;
  let at = 2;
  for (;;) {
    const marker = findMarker(file, at);
    const code = marker < 0 ? END : (file[marker + 1] ?? 0);
    if (code === END) {
      if (marker >= 0 || endable) length += END_OF_IMAGE.copy(repaired, length);
      return repaired.subarray(0, length);
    }
    if (code === START || code === 0x01 || marker + 4 > file.length) {
      at = marker + 2;
      continue;
    }
    if (code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc) {
      sequential = SEQUENTIAL.includes(code);
      endable = !ARITHMETIC.includes(code);
    }
    const end = marker + 2 + file.readUInt16BE(marker + 2);
    const dataEnd = code === SCAN ? endOfScan(file, end) : end;
    const written = file.copy(repaired, length, marker, Math.max(end, dataEnd));
    if (code === SCAN && sequential) makeWhole(repaired.subarray(length, length + Math.min(written, end - marker)));
    length += written;
    at = dataEnd;
  }
}

/** A sequential scan holds the coefficients 0 to 63 in full, whatever its header says. */
function makeWhole(segment: Buffer): void {
  if (segment.length >= 6) segment.set([0, 63, 0], segment.length - 3);
}
