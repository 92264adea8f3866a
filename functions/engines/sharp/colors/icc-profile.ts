import { ByteReader } from '../../read/byte-reader.ts';

/** XYZ at D50 to linear sRGB, adapted by Bradford: a row each for red, green and blue. */
const XYZ_TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** The profile classes of screens and working spaces (ICC.1:2022, 7.2). */
const CLASSES: readonly string[] = ['mntr', 'spac'];

/** The offset of the tag table, the length of an entry, and the most entries that are read: profiles have about 20. */
const [TAGS, TAG_LENGTH, MOST_TAGS] = [128, 12, 100] as const;
/** The tags of the primaries: the signature XYZ, four reserved bytes, and three s15Fixed16 numbers. */
const PRIMARIES: readonly string[] = ['rXYZ', 'gXYZ', 'bXYZ'];
const XYZ_LENGTH = 20;

/** Larger profiles are not kept: those with primaries have some kilobytes. */
const LARGEST = 1024 * 1024;

/** How far outside of sRGB a primary has to lie: sRGB screens differ among each other by less. */
const OUTSIDE = -0.05;

/**
 * Whether a profile is a valid RGB one with colours outside of sRGB, such as Display P3, Adobe RGB or ProPhoto.
 */
export function isWideGamut(profile: Buffer): boolean {
  const reader = ByteReader.of(profile, (reason) => new RangeError(reason));
  try {
    return isOfScreen(reader) && primariesOf(reader).some(isOutside);
  } catch {
    return false;
  }
}

function isOutside([x = 0, y = 0, z = 0]: readonly number[]): boolean {
  return XYZ_TO_SRGB.some(([a, b, c]) => a * x + b * y + c * z < OUTSIDE);
}

function isOfScreen(reader: ByteReader): boolean {
  const has = (at: number, ...words: readonly string[]) => words.includes(reader.text(at, 4));
  const isWhole = reader.size <= LARGEST && reader.u32be(0) === reader.size;
  return isWhole && has(12, ...CLASSES) && has(16, 'RGB ') && has(20, 'XYZ ') && has(36, 'acsp');
}

/** The primaries as XYZ with the white point D50. */
function primariesOf(reader: ByteReader): number[][] {
  const count = reader.u32be(TAGS);
  if (count > MOST_TAGS) reader.refuse(`${count} tags`);
  const tags = Array.from({ length: count }, (_, index) => TAGS + 4 + index * TAG_LENGTH);
  return PRIMARIES.map((name) => {
    const tag = tags.find((at) => reader.text(at, 4) === name) ?? reader.refuse(`no ${name}`);
    const from = reader.u32be(tag + 4);
    if (reader.u32be(tag + 8) < XYZ_LENGTH || reader.text(from, 4) !== 'XYZ ') reader.refuse(`another ${name}`);
    return [8, 12, 16].map((at) => reader.bytes(from + at, 4).readInt32BE() / 65_536);
  });
}
