const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const KINDS: Readonly<Record<number, string>> = { 1: 'video', 2: 'audio', 17: 'subtitle' };

/** More elements than are needed to find the tracks. */
const MOST_ELEMENTS = 1000;

/** The types of the tracks in the beginning of a Matroska file. */
export function matroskaTrackTypes(bytes: Buffer): string[] {
  const path = [SEGMENT, TRACKS, TRACK_ENTRY, TRACK_TYPE];
  const types = path.reduce((parents, id) => parents.flatMap((parent) => childrenOf(parent, id)), [bytes]);
  return types.flatMap(([type = 0]) => KINDS[type] ?? []);
}

/** The contents of all child elements with an ID (RFC 8794). */
function childrenOf(content: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < content.length && found.length < MOST_ELEMENTS; ) {
    const id = readNumber(content, at, 4, true);
    const size = id && readNumber(content, at + id.length, 8, false);
    if (!id || !size) break;
    const start = at + id.length + size.length;
    // All ones mean an unknown size, up to the end.
    const end = size.value === 2 ** (7 * size.length) - 1 ? content.length : start + size.value;
    if (id.value === wanted) found.push(content.subarray(start, end));
    at = end;
  }
  return found;
}

/** Reads a variable-size integer, whose leading zeros are its length; IDs keep the marker bit. */
function readNumber(bytes: Buffer, at: number, longest: number, keepMarker: boolean) {
  const first = bytes[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > longest || at + length > bytes.length) return undefined;
  let value = keepMarker ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return { value, length };
}
