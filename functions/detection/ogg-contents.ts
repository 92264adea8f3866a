import type { FormatName } from '../conversion/formats.ts';

/** The beginning of a stream's first packet, and the format of a file with such a stream; videos first. */
const STREAMS: readonly (readonly [string, FormatName])[] = [
  ['\x80theora', 'ogv'],
  ['\x01video', 'ogv'],
  ['BBCD', 'ogv'],
  ['OpusHead', 'opus'],
  ['Speex   ', 'spx'],
  ['\x01vorbis', 'ogg'],
  ['\x7fFLAC', 'ogg'],
];

const FIRST_PAGE = 2;

/** Detects the format of an Ogg file by the first pages of its streams, which come first in the file (RFC 3533). */
export function oggFormat(bytes: Buffer): FormatName | undefined {
  const starts: string[] = [];
  for (let at = 0; bytes.toString('latin1', at, at + 4) === 'OggS' && (bytes[at + 5] ?? 0) & FIRST_PAGE; ) {
    const segments = bytes[at + 26] ?? 0;
    const body = at + 27 + segments;
    starts.push(bytes.toString('latin1', body, body + 8));
    at = body + bytes.subarray(at + 27, body).reduce((sum, length) => sum + length, 0);
  }
  return STREAMS.find(([signature]) => starts.some((start) => start.startsWith(signature)))?.[1];
}
