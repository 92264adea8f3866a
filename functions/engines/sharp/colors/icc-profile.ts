/** XYZ at D50 to linear sRGB, adapted by Bradford: a row each for red, green and blue. */
const XYZ_TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** Places in the header of an ICC profile (ICC.1:2022, 7.2), and what is there in one of a screen or a working space. */
const [CLASS, SPACE, CONNECTION, SIGNATURE] = [12, 16, 20, 36] as const;
const CLASSES: readonly string[] = ['mntr', 'spac'];

/** Where the table of tags begins, how long an entry is, and how many entries are looked at: profiles have about 20. */
const [TAGS, TAG_LENGTH, MOST_TAGS] = [128, 12, 100] as const;
/** The tags with the primary colours, which are XYZ numbers behind a type and four bytes of nothing. */
const PRIMARIES: readonly string[] = ['rXYZ', 'gXYZ', 'bXYZ'];
const [XYZ_AT, XYZ_LENGTH] = [8, 20] as const;

/** Larger profiles are not kept: those that are described by primary colours have some kilobytes. */
const LARGEST = 1024 * 1024;

/** How far outside of sRGB a primary colour has to lie: by less, screens differ that are all called sRGB. */
const OUTSIDE = -0.05;

/**
 * Whether a profile is a sound one of a screen or a working space that has colours which sRGB lacks, such as
 * Display P3, Adobe RGB or ProPhoto.
 */
export function isWideGamut(profile: Buffer): boolean {
  return primariesOf(profile).some(([x, y, z]) => XYZ_TO_SRGB.some(([a, b, c]) => a * x + b * y + c * z < OUTSIDE));
}

/** The primary colours as XYZ with the white of D50; none when the profile is not described by such, or not sound. */
function primariesOf(profile: Buffer): [number, number, number][] {
  if (!isSound(profile)) return [];
  const tags = tagsOf(profile);
  const found = PRIMARIES.flatMap((name) => {
    const content = tags?.get(name);
    if (!content || content.length < XYZ_LENGTH || text(content, 0) !== 'XYZ ') return [];
    return [[fixed(content, 0), fixed(content, 1), fixed(content, 2)] satisfies [number, number, number]];
  });
  return found.length === PRIMARIES.length ? found : [];
}

function isSound(profile: Buffer): boolean {
  return (
    profile.length <= LARGEST &&
    profile.length >= TAGS + 4 &&
    profile.readUInt32BE(0) === profile.length &&
    CLASSES.includes(text(profile, CLASS)) &&
    text(profile, SPACE) === 'RGB ' &&
    text(profile, CONNECTION) === 'XYZ ' &&
    text(profile, SIGNATURE) === 'acsp'
  );
}

/** @returns nothing when the table, or what it points at, is not all there */
function tagsOf(profile: Buffer): Map<string, Buffer> | undefined {
  const count = profile.readUInt32BE(TAGS);
  const table = TAGS + 4;
  if (count > MOST_TAGS || table + count * TAG_LENGTH > profile.length) return undefined;
  const tags = new Map<string, Buffer>();
  for (let at = table; at < table + count * TAG_LENGTH; at += TAG_LENGTH) {
    const [from, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    if (from + length > profile.length) return undefined;
    tags.set(text(profile, at), profile.subarray(from, from + length));
  }
  return tags;
}

const text = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

/** A number with 16 bits behind the point. */
const fixed = (content: Buffer, index: number) => content.readInt32BE(XYZ_AT + index * 4) / 65_536;
