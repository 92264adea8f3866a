/** A frame of a GIF, all of one colour of the palette unless each pixel is given. */
export interface GifFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: number | readonly number[];
  /** The colour that is none. */
  readonly transparent?: number;
  readonly dispose?: number;
  /** Hundredths of a second. @default 10 */
  readonly delay?: number;
  /** Whether nothing is said of how it is shown. @default false */
  readonly bare?: boolean;
}

/** Makes a GIF with a background colour, independently of the code that looks at one. */
export function makeGif(
  [width, height]: readonly [number, number],
  palette: Buffer,
  background: number,
  frames: readonly GifFrame[],
): Buffer {
  const depth = Math.max(2, Math.log2(palette.length / 3));
  const header = [...numbers(width, height), 0x80 | (depth - 1), background, 0];
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from(header),
    palette,
    ...frames.flatMap((frame) => [...(frame.bare ? [] : [controlOf(frame)]), pictureOf(frame, depth)]),
    Buffer.of(0x3b),
  ]);
}

function controlOf({ transparent, dispose = 0, delay = 10 }: GifFrame): Buffer {
  const flags = (dispose << 2) | (transparent === undefined ? 0 : 1);
  return Buffer.from([0x21, 0xf9, 4, flags, ...numbers(delay), transparent ?? 0, 0]);
}

function pictureOf({ x, y, width, height, colour }: GifFrame, depth: number): Buffer {
  const pixels = typeof colour === 'number' ? Array<number>(width * height).fill(colour) : colour;
  return Buffer.from([0x2c, ...numbers(x, y, width, height), 0, depth, ...blocks(codes(pixels, depth)), 0]);
}

/** Each pixel by itself: codes never become longer, as the strings are forgotten in time. */
function codes(pixels: readonly number[], depth: number): number[] {
  const clear = 2 ** depth;
  const list = pixels.flatMap((pixel, index) => (index % (clear - 2) === 0 ? [clear, pixel] : [pixel]));
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const code of [...list, clear + 1]) {
    bits |= code << held;
    held += depth + 1;
    for (; held >= 8; held -= 8, bits >>>= 8) bytes.push(bits & 0xff);
  }
  return held > 0 ? [...bytes, bits & 0xff] : bytes;
}

function blocks(bytes: readonly number[]): number[] {
  const count = Math.ceil(bytes.length / 255);
  return Array.from({ length: count }, (_, index) => bytes.slice(index * 255, (index + 1) * 255)).flatMap((block) => [
    block.length,
    ...block,
  ]);
}

function numbers(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value & 0xff, value >> 8]);
}
