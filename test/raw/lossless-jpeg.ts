/** The sizes that a difference can have, in bits, each with a code of five bits. */
const SIZES = 16;
const CODE_BITS = 5;

/**
 * Encodes samples of at most 15 bits as lossless JPEG (ITU-T T.81, annex H), each predicted by its left neighbour.
 * @param columns samples of a row, of all components together
 */
export function losslessJpeg(samples: Uint16Array, columns: number, bits: number, components = 2): Buffer {
  const rows = samples.length / columns;
  const frame = [bits, rows >> 8, rows & 255, (columns / components) >> 8, (columns / components) & 255, components];
  const ids = Array.from({ length: components }, (_, index) => index);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc4, [0, ...Array.from({ length: 16 }, (_, index) => (index + 1 === CODE_BITS ? SIZES : 0)), ...sizes()]),
    segment(0xc3, [...frame, ...ids.flatMap((id) => [id, 0x11, 0])]),
    segment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 1, 0, 0]),
    entropyCoded(samples, columns, bits, components),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const sizes = () => Array.from({ length: SIZES }, (_, index) => index);

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

function entropyCoded(samples: Uint16Array, columns: number, precision: number, components: number): Buffer {
  const out: number[] = [];
  let [held, count] = [0, 0];
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--) {
      held = (held << 1) | ((value >> bit) & 1);
      if (++count < 8) continue;
      out.push(held, ...(held === 255 ? [0] : []));
      [held, count] = [0, 0];
    }
  };
  samples.forEach((sample, index) => {
    const column = index % columns;
    const before = column >= components ? index - components : index - columns;
    const difference = sample - (before < 0 ? 1 << (precision - 1) : (samples[before] ?? 0));
    const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
    put(size, CODE_BITS);
    put(difference < 0 ? difference + (1 << size) - 1 : difference, size);
  });
  while (count > 0) put(1, 1);
  return Buffer.from(out);
}
