const HEADER = 128;
/** What the header says: that there is a size and a kind of pixels; that they have colours, and transparency. */
const [SAID, COLOURS, TRANSPARENCY] = [0x1007, 0x40, 0x01];
const TEXTURE = 0x1000;

/** Which bits of a pixel are red, green, blue and transparency; no bits where there is none of it. */
export type Masks = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * The header of a DirectDraw Surface of one picture whose pixels follow row by row, of four bytes each: as it was before
 * there was DXGI, since ffmpeg takes blue for red in those of today.
 */
export function plainHeader(width: number, height: number, [red, green, blue, alpha]: Masks): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('DDS ', 0, 'latin1');
  for (const [at, value] of [
    [4, HEADER - 4],
    [8, SAID],
    [12, height],
    [16, width],
    [76, 32],
    [80, alpha === 0 ? COLOURS : COLOURS | TRANSPARENCY],
    [88, 32],
    [92, red],
    [96, green],
    [100, blue],
    [104, alpha],
    [108, TEXTURE],
  ] as const)
    header.writeUInt32LE(value, at);
  return header;
}
