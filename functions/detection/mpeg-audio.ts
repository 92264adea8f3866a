import type { FormatName } from '../conversion/formats.ts';

/** How many bytes are searched for frames, and how many consecutive frames are needed: single ones may be a coincidence. */
const LOOKED_AT = 128 * 1024;
const FRAMES = 4;

/** Bitrates by their index in a frame's header, in kbit/s: of MPEG-1 in layers I, II and III, and of MPEG-2. */
const BITRATES = {
  one: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  two: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const;
const RATES = [44_100, 48_000, 32_000];

/** A frame of MPEG audio (ISO/IEC 11172-3, 2.4.1.3). */
interface Frame {
  readonly length: number;
  readonly layer: 1 | 2 | 3;
  /** The header bits that all frames of a stream share. */
  readonly streamBits: number;
}

/** Detects MPEG audio, also behind other bytes. */
export function mpegAudio(bytes: Buffer): FormatName | undefined {
  const end = Math.min(bytes.length, LOOKED_AT);
  for (let at = bytes.indexOf(0xff); at >= 0 && at < end; at = bytes.indexOf(0xff, at + 1)) {
    const first = frameAt(bytes, at);
    if (first && isFollowed(bytes, at, first)) return first.layer === 3 ? 'mp3' : 'mp2';
  }
  return undefined;
}

function isFollowed(bytes: Buffer, from: number, { streamBits, length }: Frame): boolean {
  let at = from + length;
  for (let count = 1; count < FRAMES; count++) {
    const next = frameAt(bytes, at);
    if (next?.streamBits !== streamBits) return false;
    at += next.length;
  }
  return true;
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length) return undefined;
  const header = bytes.readUInt32BE(at);
  const version = (header >>> 19) & 3;
  const layer = 4 - ((header >>> 17) & 3);
  const rate = RATES[(header >>> 10) & 3];
  if (header >>> 21 !== 0x7ff || version === 1 || rate === undefined || layer === 4) return undefined;
  const bitrate = BITRATES[version === 3 ? 'one' : 'two'][layer - 1]?.[((header >>> 12) & 15) - 1];
  if (bitrate === undefined) return undefined;
  const sampleRate = rate >> (version === 3 ? 0 : version === 2 ? 1 : 2);
  const padding = (header >>> 9) & 1;
  const slots = layer === 3 && version !== 3 ? 72_000 : 144_000;
  const length =
    layer === 1
      ? (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4
      : Math.floor((slots * bitrate) / sampleRate) + padding;
  return { length, layer: layer as Frame['layer'], streamBits: header >>> 17 };
}
