import sharp from 'sharp';

const [WIDTH, HEIGHT] = [1200, 900];
const PIXELS = WIDTH * HEIGHT;
/** Radii of the leaves, in pixels: with as many small ones as these have, edges are as frequent as in photographs. */
const [LEAST, MOST] = [2, HEIGHT / 3];

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Dead leaves: textured discs that cover each other, noise of a sensor above them. Its statistics are those of photographs. */
async function leaves(seed: number): Promise<Buffer> {
  const next = numbersOf(seed);
  const data = new Float64Array(PIXELS * 3);
  const covered = new Uint8Array(PIXELS);
  for (let left = PIXELS; left > 0; ) left -= addLeaf(data, covered, next);
  const noisy = Buffer.from(data.map((value) => bounded(value + (next() + next() + next() - 1.5) * 6)));
  return sharp(noisy, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(0.6)
    .png()
    .toBuffer();
}

const bounded = (value: number) => Math.max(0, Math.min(255, value));

/** @returns how many pixels the leaf is the first to cover */
function addLeaf(data: Float64Array, covered: Uint8Array, next: () => number): number {
  const share = next();
  const radius = 1 / Math.sqrt((1 - share) / LEAST ** 2 + share / MOST ** 2);
  const [x0, y0, light] = [next() * WIDTH, next() * HEIGHT, 40 + next() * 180];
  const colour = [90, 60, 90].map((spread) => light + (next() - 0.5) * spread);
  const [across, down] = [((next() - 0.5) * 60) / radius, ((next() - 0.5) * 60) / radius];
  const texture = next() < 0.5 ? next() * 18 : 0;
  const [wide, high] = [0.1 + next() * 1.2, 0.1 + next() * 1.2];
  let count = 0;
  for (let y = Math.max(0, Math.ceil(y0 - radius)); y < Math.min(HEIGHT, y0 + radius); y++)
    for (let x = Math.max(0, Math.ceil(x0 - radius)); x < Math.min(WIDTH, x0 + radius); x++) {
      const at = y * WIDTH + x;
      if (covered[at] || (x - x0) ** 2 + (y - y0) ** 2 > radius ** 2) continue;
      covered[at] = 1;
      count++;
      const grain = texture && texture * (Math.sin(wide * x + high * y + 3 * Math.sin(x / 20)) + next() - 0.5);
      for (const [channel, base] of colour.entries())
        data[at * 3 + channel] = base + across * (x - x0) + down * (y - y0) + grain;
    }
  return count;
}

/** A drawing as of a report: bars, curves, discs, and lines as small as letters. */
function drawing(seed: number): Promise<Buffer> {
  const next = numbersOf(seed);
  const colour = () =>
    `hsl(${Math.floor(next() * 360)} ${50 + Math.floor(next() * 50)}% ${30 + Math.floor(next() * 40)}%)`;
  const times = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => part(i)).join('');
  const bar = (i: number) =>
    `<rect x="${60 + i * 90}" y="${400 - next() * 350}" width="75" height="${10 + next() * 360}" fill="${colour()}"/>`;
  const curve = () =>
    `<path d="M0 630${times(31, (i) => `L${i * 40} ${500 + next() * 300}`)}" fill="none" stroke="${colour()}" stroke-width="${1 + next() * 3}"/>`;
  const sign = (i: number) =>
    `<path d="M${40 + (i % 70) * 16} ${500 + Math.floor(i / 70) * 27}l${next() * 8} ${next() * 9 - 4}l${-next() * 6} ${next() * 8}m2 -8v8" stroke="#222" stroke-width="1.3" fill="none"/>`;
  const disc = () =>
    `<circle cx="${next() * WIDTH}" cy="${next() * 270}" r="${20 + next() * 50}" fill="${colour()}" stroke="#000"/>`;
  const parts = [times(12, bar), times(6, curve), times(980, sign), times(5, disc)].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${parts}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

/** Pictures of which each encoder's sizes are measured, as PNG: the same in every run. */
export async function sizePictures(): Promise<Readonly<Record<string, Buffer>>> {
  return { 'like a photo': await leaves(1), 'like another': await leaves(2), 'like a drawing': await drawing(3) };
}
