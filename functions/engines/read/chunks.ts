import type { ByteReader } from './byte-reader.ts';

/** The layout of a format's chunks: a type of four letters, a length, and that many bytes. */
export interface ChunkLayout {
  readonly typeAt: 0 | 4;
  readonly lengthAt: 0 | 4;
  readonly littleEndian: boolean;
  /** The length of the CRC behind the content, in bytes. */
  readonly behind: number;
  /** Whether each chunk begins at an even offset. */
  readonly even: boolean;
}

/** PNG, third edition, 5.3. */
export const PNG: ChunkLayout = { typeAt: 4, lengthAt: 0, littleEndian: false, behind: 4, even: false };
/** WebP, WAVE, AVI. */
export const RIFF: ChunkLayout = { typeAt: 0, lengthAt: 4, littleEndian: true, behind: 0, even: true };
/** EA IFF 85: DjVu, AIFF. */
export const IFF: ChunkLayout = { typeAt: 0, lengthAt: 4, littleEndian: false, behind: 0, even: true };

const HEADER = 8;

/** A chunk: its type, and the range of its content. */
export interface Chunk {
  readonly type: string;
  readonly from: number;
  readonly end: number;
}

/** The chunk at an offset. */
export function chunkAt(
  reader: ByteReader,
  { typeAt, lengthAt, littleEndian, behind }: ChunkLayout,
  at: number,
): Chunk {
  const head = reader.bytes(at, HEADER);
  const length = littleEndian ? head.readUInt32LE(lengthAt) : head.readUInt32BE(lengthAt);
  const [from, end] = [at + HEADER, at + HEADER + length];
  if (end + behind > reader.size) reader.refuse(`a chunk ends at ${end} of ${reader.size}`);
  return { type: head.toString('latin1', typeAt, typeAt + 4), from, end };
}

/** The chunks in a range. */
export function* chunksIn(
  reader: ByteReader,
  layout: ChunkLayout,
  from: number,
  end: number = reader.size,
): Generator<Chunk> {
  for (let at = from; at + HEADER + layout.behind <= end; ) {
    const chunk = chunkAt(reader, layout, at);
    yield chunk;
    at = chunk.end + layout.behind;
    if (layout.even) at += at % 2;
  }
}

/** The length of the signature of PNG, in bytes. */
const PNG_SIGNATURE = 8;

/** The number of frames and the loop count of an animated PNG, in its acTL chunk (PNG, 11.3.6.1). */
export function animationControl(
  reader: ByteReader,
): { readonly frames: number; readonly loopCount: number } | undefined {
  for (const { type, from } of chunksIn(reader, PNG, PNG_SIGNATURE)) {
    if (type === 'acTL') return { frames: reader.u32be(from), loopCount: reader.u32be(from + 4) };
    if (type === 'IDAT') return undefined;
  }
  return undefined;
}
