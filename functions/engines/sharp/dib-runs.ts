import type { DibHeader } from './dib.ts';
import type { Rows } from './dib-pixels.ts';
import { unreadable } from './unreadable.ts';

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const DELTA = 2;
const LONGEST_RUN = 255;
/** So many pixels may be left out, or told of by however few runs. */
const FEW_PIXELS = 4_000_000;

/**
 * Unrolls run-length encoded pixels (RLE4, RLE8, RLE24) into rows of one or three bytes a pixel.
 * Pixels that the runs leave out keep the first colour of the palette.
 * @throws ConversionError UNREADABLE_FILE when the runs end before the picture does
 */
export function unrollRuns(source: Buffer, header: DibHeader, bits: 8 | 24): Rows {
  const { width, height, compression, topDown } = header;
  const size = bits / 8;
  const half = compression === 'rle4';
  if (width * height > Math.max(FEW_PIXELS, source.length * LONGEST_RUN))
    throw unreadable('too few runs for the bitmap');
  const bytes = Buffer.alloc(width * height * size);
  let at = 0;
  let x = 0;
  let y = 0;
  const next = () => {
    const byte = source[at++];
    if (byte === undefined) throw unreadable('the runs of the bitmap end early');
    return byte;
  };
  /** Sets a pixel; what a run has beyond the edge is dropped. */
  const put = (first: number, second: number, third: number) => {
    if (x < width && y < height) {
      const to = (y * width + x) * size;
      bytes[to] = first;
      if (size === 3) {
        bytes[to + 1] = second;
        bytes[to + 2] = third;
      }
    }
    x++;
  };
  const repeat = (count: number) => {
    const first = next();
    const second = size === 3 ? next() : 0;
    const third = size === 3 ? next() : 0;
    const seen = Math.min(count, Math.max(0, width - x));
    for (let i = 0; i < seen; i++) {
      if (half) put(i % 2 === 0 ? first >> 4 : first & 15, 0, 0);
      else put(first, second, third);
    }
    x += count - seen;
  };
  const copy = (count: number) => {
    const start = at;
    for (let i = 0; i < count; i += half ? 2 : 1) {
      const first = next();
      if (!half) put(first, size === 3 ? next() : 0, size === 3 ? next() : 0);
      else {
        put(first >> 4, 0, 0);
        if (i + 1 < count) put(first & 15, 0, 0);
      }
    }
    // Literal pixels are padded to two bytes.
    if ((at - start) % 2 === 1) at++;
  };
  while (y < height) {
    // A file may end without saying so, once its last row is full.
    if (at >= source.length && y === height - 1 && x >= width) break;
    const count = next();
    if (count > 0) {
      repeat(count);
      continue;
    }
    const code = next();
    if (code === END_OF_BITMAP) break;
    if (code === END_OF_LINE) {
      x = 0;
      y++;
    } else if (code === DELTA) {
      x += next();
      y += next();
    } else copy(code);
  }
  return { bytes, stride: width * size, topDown };
}
