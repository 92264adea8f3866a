/** Four quarters, red and green above blue and white, as linear light from 0 to 1. */
const QUARTERS = [
  [
    [0.9, 0.01, 0.01],
    [0.01, 0.9, 0.01],
  ],
  [
    [0.01, 0.01, 0.9],
    [0.98, 0.98, 0.98],
  ],
] as const;

/** How the colours of the first four pixels of a sensor are called: by their places in red, green, blue. */
const BAYER = [
  [0, 1],
  [1, 2],
] as const;

export const WIDTH = 40;
export const HEIGHT = 32;

/** The light of a pixel. */
export function lightAt(x: number, y: number): readonly [number, number, number] {
  return QUARTERS[y * 2 < HEIGHT ? 0 : 1][x * 2 < WIDTH ? 0 : 1];
}

/** What a sensor under a Bayer mosaic, red in its corner, sees of the quarters. @param white the value of white */
export function mosaic(white: number): Uint16Array {
  const samples = new Uint16Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const colour = BAYER[(y & 1) as 0 | 1][(x & 1) as 0 | 1];
      samples[y * WIDTH + x] = Math.round(lightAt(x, y)[colour] * white);
    }
  }
  return samples;
}

/** All three colours of each pixel. */
export function colours(white: number): Uint16Array {
  const samples = new Uint16Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      lightAt(x, y).forEach((light, colour) => {
        samples[(y * WIDTH + x) * 3 + colour] = Math.round(light * white);
      });
  return samples;
}

/** Samples as bytes, the low one first. */
export function littleEndian(samples: Uint16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => {
    bytes.writeUInt16LE(sample, index * 2);
  });
  return bytes;
}
