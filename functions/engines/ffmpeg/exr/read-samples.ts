import { unreadable } from '../unreadable.ts';
import { attributesOfExr, channelsOf, WINDOW } from './exr-attributes.ts';
import {
  bytesOf,
  type ExrChannel,
  type ExrPiece,
  HALVES,
  rowsOfPiece,
  samplesAcross,
  WHOLE_NUMBERS,
} from './exr-piece.ts';
import { MOST_UNPACKED, rowsOfPacking, unpackPiece } from './unpack-piece.ts';

/** Where the picture of an OpenEXR file lies in its plane. */
export interface ExrWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Samples of a channel, row by row. */
export interface ExrSamples {
  readonly width: number;
  readonly height: number;
  readonly samples: Float16Array;
}

const ENTRY = 8;
const PIECE_HEADER = 8;

/** Where the picture lies: of a file of attributes that say so. */
export function windowOf(values: ReadonlyMap<string, Buffer>): ExrWindow | undefined {
  const window = values.get('dataWindow');
  if (window?.length !== WINDOW) return undefined;
  const [left, top] = [window.readInt32LE(0), window.readInt32LE(4)];
  const [width, height] = [window.readInt32LE(8) - left + 1, window.readInt32LE(12) - top + 1];
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/**
 * The samples of some channels of an OpenEXR file of one part and of rows, as halves.
 * @param file the whole file, of which the window is known to be no larger than pictures may be
 * @throws ConversionError UNREADABLE_FILE
 */
export function readSamples(file: Buffer, names: readonly string[]): Map<string, ExrSamples> {
  const { values, end } = attributesOfExr(file) ?? { values: new Map<string, Buffer>(), end: 0 };
  const window = windowOf(values);
  const channels = channelsOf(values.get('channels') ?? Buffer.alloc(0));
  const packing = values.get('compression')?.[0] ?? 0;
  const rows = rowsOfPacking(packing);
  if (!window || !rows || !channels.every(isSound))
    throw unreadable(`channels that cannot be read, packing ${packing}`);
  if (window.width * window.height > file.length * MOST_UNPACKED)
    throw unreadable(`a window too large for ${file.length} bytes`);
  const found = new Map(
    channels.filter(({ name }) => names.includes(name)).map((channel) => [channel.name, roomFor(channel, window)]),
  );
  const ends = new Map<string, number>();
  for (let index = 0; index * rows < window.height; index++) {
    const first = window.top + index * rows;
    const count = Math.min(rows, window.height - index * rows);
    const piece: ExrPiece = { top: first, rows: count, width: window.width, channels };
    takeSamples(unpackPiece(pieceAt(file, end + index * ENTRY, first), piece, packing), piece, found, ends);
  }
  return found;
}

function isSound({ kind, across, down }: ExrChannel): boolean {
  return kind < 3 && across > 0 && down > 0;
}

function roomFor({ across, down }: ExrChannel, window: ExrWindow): ExrSamples {
  const [width, height] = [Math.ceil(window.width / across), Math.ceil(window.height / down)];
  return { width, height, samples: new Float16Array(width * height) };
}

/** The bytes of the piece that an entry of the table points to. */
function pieceAt(file: Buffer, entry: number, row: number): Buffer {
  const at = entry + ENTRY <= file.length ? Number(file.readBigUInt64LE(entry)) : file.length;
  if (at + PIECE_HEADER > file.length) throw unreadable(`no piece for row ${row}`);
  const length = file.readInt32LE(at + 4);
  const end = at + PIECE_HEADER + length;
  if (file.readInt32LE(at) !== row || length < 0 || end > file.length) throw unreadable(`another piece for row ${row}`);
  return file.subarray(at + PIECE_HEADER, end);
}

/** Takes the samples of a piece that are wanted behind those of the pieces above it. */
function takeSamples(
  bytes: Buffer,
  piece: ExrPiece,
  found: ReadonlyMap<string, ExrSamples>,
  ends: Map<string, number>,
): void {
  let at = 0;
  for (const { channel } of rowsOfPiece(piece)) {
    const count = samplesAcross(piece, channel);
    const place = ends.get(channel.name) ?? 0;
    const { samples } = found.get(channel.name) ?? {};
    const read = READ[channel.kind];
    if (samples && read) for (let x = 0; x < count; x++) samples[place + x] = read(bytes, at + x * bytesOf(channel));
    ends.set(channel.name, place + count);
    at += count * bytesOf(channel);
  }
}

const half = new Float16Array(1);
const bits = new Uint16Array(half.buffer);

/** How a sample is read, by its kind. */
const READ: Readonly<Record<number, (bytes: Buffer, at: number) => number>> = {
  [WHOLE_NUMBERS]: (bytes, at) => bytes.readUInt32LE(at),
  [HALVES]: (bytes, at) => {
    bits[0] = bytes.readUInt16LE(at);
    return half[0] ?? 0;
  },
  2: (bytes, at) => bytes.readFloatLE(at),
};
