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
  for (let at = 0; at + 2 <= pixels.length; at += 2) {
    colours.fill(pixels[at] ?? 0, at * 2, at * 2 + 3);
    colours[at * 2 + 3] = pixels[at + 1] ?? 0;
  }
  return colours;
}

/** Each packet says how many pixels follow, or how often the one that follows is repeated. */
function expandRuns(packets: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < packets.length; ) {
    const control = packets[at] ?? 0;
    const count = control >= LONGEST_RUN ? 1 : control + 1;
    parts.push(packets.subarray(at, at + 1), expand(packets.subarray(at + 1, at + 1 + count * 2)));
    at += 1 + count * 2;
  }
  return Buffer.concat(parts);
}
