import { HALF_ANCHORS, HALVES, THIRD_ANCHORS, THIRDS, WEIGHTS } from './divisions.ts';

const PIXELS = 16;
const CHANNELS = 4;
const ALPHA = 3;

/** A way in which a block says its colours; all numbers are of bits, but for the groups. */
interface Mode {
  /** How many groups of pixels have colours of their own. */
  readonly groups: 1 | 2 | 3;
  readonly division: number;
  /** What says which colour changes its place with the transparency. */
  readonly rotation: number;
  /** What says which of the two kinds of places the colours have. */
  readonly choice: number;
  readonly colour: number;
  readonly alpha: number;
  /** Whether a last bit is added to each of the two colours of a group, to both in common, or none. */
  readonly last: 'each' | 'both' | 'none';
  /** The places of the pixels between the two colours; those of the second kind, where there are such. */
  readonly place: 2 | 3 | 4;
  readonly second?: 2 | 3;
}

/** The modes by how many bits that are 0 a block begins with. */
// biome-ignore format: a table
const MODES: readonly Mode[] = [
  { groups: 3, division: 4, rotation: 0, choice: 0, colour: 4, alpha: 0, last: 'each', place: 3 },
  { groups: 2, division: 6, rotation: 0, choice: 0, colour: 6, alpha: 0, last: 'both', place: 3 },
  { groups: 3, division: 6, rotation: 0, choice: 0, colour: 5, alpha: 0, last: 'none', place: 2 },
  { groups: 2, division: 6, rotation: 0, choice: 0, colour: 7, alpha: 0, last: 'each', place: 2 },
  { groups: 1, division: 0, rotation: 2, choice: 1, colour: 5, alpha: 6, last: 'none', place: 2, second: 3 },
  { groups: 1, division: 0, rotation: 2, choice: 0, colour: 7, alpha: 8, last: 'none', place: 2, second: 2 },
  { groups: 1, division: 0, rotation: 0, choice: 0, colour: 7, alpha: 7, last: 'each', place: 4 },
  { groups: 2, division: 6, rotation: 0, choice: 0, colour: 5, alpha: 5, last: 'each', place: 2 },
];

/**
 * Decodes a block of BC7, of 4 x 4 pixels (Direct3D 11, "BC7 Format").
 * @param at where the block begins; there are 16 bytes
 * @param pixels gets 64 numbers: red, green, blue and transparency of each pixel, row by row
 */
export function decodeBlock(bytes: Buffer, at: number, pixels: Uint8Array): void {
  const number = 31 - Math.clz32((bytes[at] ?? 0) & -(bytes[at] ?? 0));
  const mode = MODES[number];
  if (!mode) {
    pixels.fill(0);
    return;
  }
  let bit = number + 1;
  const read = (count: number) => {
    let value = 0;
    for (let index = 0; index < count; index++, bit++)
      value |= (((bytes[at + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) << index;
    return value;
  };
  const division = read(mode.division);
  const [rotation, choice] = [read(mode.rotation), read(mode.choice)];
  const ends = readEnds(mode, read);
  const places = readPlaces(mode.place, mode.groups, division, read);
  const seconds = mode.second ? readPlaces(mode.second, 1, 0, read) : places;
  const [weights, secondWeights] = [WEIGHTS[mode.place], WEIGHTS[mode.second ?? mode.place]];
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const first = groupOf(pixel, mode.groups, division) * 2 * CHANNELS;
    const [one, two] = [weights[places[pixel] ?? 0] ?? 0, secondWeights[seconds[pixel] ?? 0] ?? 0];
    for (let channel = 0; channel < CHANNELS; channel++) {
      const weight = (channel === ALPHA) === (choice === 1) ? one : two;
      const own = mode.second ? weight : one;
      const [from, to] = [ends[first + channel] ?? 0, ends[first + CHANNELS + channel] ?? 0];
      pixels[pixel * CHANNELS + channel] = (from * (64 - own) + to * own + 32) >> 6;
    }
    if (rotation > 0) exchange(pixels, pixel * CHANNELS + rotation - 1, pixel * CHANNELS + ALPHA);
  }
}

/** The two colours of each group, with all their channels, in 8 bits. */
function readEnds(mode: Mode, read: (count: number) => number): Uint8Array {
  const count = mode.groups * 2;
  const ends = new Uint8Array(count * CHANNELS);
  for (let channel = 0; channel < CHANNELS; channel++) {
    const width = channel === ALPHA ? mode.alpha : mode.colour;
    for (let end = 0; end < count; end++) ends[end * CHANNELS + channel] = read(width);
  }
  const last = Array.from({ length: mode.last === 'both' ? mode.groups : count }, () =>
    mode.last === 'none' ? 0 : read(1),
  );
  for (const [index, stored] of ends.entries()) {
    const end = Math.floor(index / CHANNELS);
    const width = index % CHANNELS === ALPHA ? mode.alpha : mode.colour;
    const added = last[mode.last === 'both' ? end >> 1 : end] ?? 0;
    ends[index] = mode.last === 'none' ? widen(stored, width) : widen((stored << 1) | added, width + 1);
    if (index % CHANNELS === ALPHA && mode.alpha === 0) ends[index] = 255;
  }
  return ends;
}

/** Brings a number of so many bits to 8: the highest bits are the lowest too. */
function widen(value: number, bits: number): number {
  const wide = value << (8 - bits);
  return wide | (wide >> bits);
}

function readPlaces(width: number, groups: number, division: number, read: (count: number) => number): Uint8Array {
  const places = new Uint8Array(PIXELS);
  for (let pixel = 0; pixel < PIXELS; pixel++)
    places[pixel] = read(isAnchor(pixel, groups, division) ? width - 1 : width);
  return places;
}

function groupOf(pixel: number, groups: number, division: number): number {
  if (groups === 2) return ((HALVES[division] ?? 0) >> pixel) & 1;
  return groups === 3 ? ((THIRDS[division] ?? 0) >>> (pixel * 2)) & 3 : 0;
}

function isAnchor(pixel: number, groups: number, division: number): boolean {
  if (pixel === 0) return true;
  if (groups === 2) return HALF_ANCHORS[division] === pixel;
  return groups === 3 && (THIRD_ANCHORS[division]?.some((anchor) => anchor === pixel) ?? false);
}

function exchange(pixels: Uint8Array, one: number, other: number): void {
  const kept = pixels[one] ?? 0;
  pixels[one] = pixels[other] ?? 0;
  pixels[other] = kept;
}
