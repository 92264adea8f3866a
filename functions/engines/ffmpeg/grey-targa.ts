const HEADER = 18;
const GREY = 3;
/** Added to the kind of pixels where they are run-length encoded. */
const PACKED = 8;
const COLOUR = 2;
const LONGEST_RUN = 128;

/**
 * Rewrites a Targa file of grey pixels with transparency, which ffmpeg takes for colours of 5 bits, as one of colours.
 * @returns nothing when it is of another kind
 */
export function colourTarga(file: Buffer): Buffer | undefined {
  const kind = file[2] ?? 0;
  if (file.length < HEADER || (kind & ~PACKED) !== GREY || file[16] !== 16) return undefined;
  const palette = file[1] === 1 ? file.readUInt16LE(5) * Math.ceil((file[7] ?? 0) / 8) : 0;
  const header = Buffer.from(file.subarray(0, HEADER));
  // No name, no palette; 32 bits, of which 8 are transparency.
  header.fill(0, 0, 8);
  header[2] = COLOUR | (kind & PACKED);
  header[16] = 32;
  header[17] = ((file[17] ?? 0) & 0x30) | 8;
  const pixels = file.subarray(HEADER + (file[0] ?? 0) + palette);
  return Buffer.concat([header, kind & PACKED ? expandRuns(pixels) : expand(pixels)]);
}

function expand(pixels: Buffer): Buffer {
  const colours = Buffer.alloc((pixels.length >> 1) * 4);
  paint(colours, 0, pixels, 0, pixels.length >> 1);
  return colours;
}

/** Makes four bytes of each grey pixel with transparency; returns how many bytes were written. */
function paint(colours: Buffer, to: number, pixels: Buffer, from: number, count: number): number {
  const grey = (at: number) => pixels[at] ?? 0;
  for (let pixel = 0; pixel < count; pixel++) {
    const [at, source] = [to + pixel * 4, from + pixel * 2];
    colours[at] = colours[at + 1] = colours[at + 2] = grey(source);
    colours[at + 3] = grey(source + 1);
  }
  return count * 4;
}

/** Each packet says how many pixels follow, or how often the one that follows is repeated. */
function expandRuns(packets: Buffer): Buffer {
  // A byte that leads a packet stays one, two bytes of a pixel become four.
  const colours = Buffer.alloc(packets.length * 2);
  let to = 0;
  for (let at = 0; at < packets.length; ) {
    const control = packets[at] ?? 0;
    const wanted = control >= LONGEST_RUN ? 1 : control + 1;
    const count = Math.min(wanted, (packets.length - at - 1) >> 1);
    colours[to] = control;
    to += 1 + paint(colours, to + 1, packets, at + 1, count);
    at += 1 + wanted * 2;
  }
  return colours.subarray(0, to);
}
