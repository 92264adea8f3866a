import type { ByteReader } from './byte-reader.ts';

/** The lengths of the signature of PNG, of a chunk's length and type, and of its CRC, in bytes (PNG, third edition, 5.3). */
const [SIGNATURE, HEADER, CRC] = [8, 8, 4];

/** A chunk of a PNG: its type, and the range of its content. */
export interface Chunk {
  readonly type: string;
  readonly from: number;
  readonly end: number;
}

/** The chunks of a PNG. */
export function* chunksIn(reader: ByteReader): Generator<Chunk> {
  for (let at = SIGNATURE; at + HEADER + CRC <= reader.size; ) {
    const [from, end] = [at + HEADER, at + HEADER + reader.u32be(at)];
    if (end + CRC > reader.size) reader.refuse(`a chunk ends at ${end} of ${reader.size}`);
    yield { type: reader.text(at + 4, 4), from, end };
    at = end + CRC;
  }
}

/** The number of frames and the loop count of an animated PNG, in its acTL chunk (PNG, 11.3.6.1). */
export function animationControl(
  reader: ByteReader,
): { readonly frames: number; readonly loopCount: number } | undefined {
  for (const { type, from } of chunksIn(reader)) {
    if (type === 'acTL') return { frames: reader.u32be(from), loopCount: reader.u32be(from + 4) };
    if (type === 'IDAT') return undefined;
  }
  return undefined;
}
