const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const KINDS: Readonly<Record<number, string>> = { 1: 'video', 2: 'audio', 17: 'subtitle' };

/** A part of an EBML file (RFC 8794). */
interface Element {
  readonly id: number;
  readonly content: Buffer;
}

/** The kinds of the tracks of a Matroska file, as far as its beginning tells. */
export function tracksOfMatroska(bytes: Buffer): string[] {
  return childrenOf([{ id: 0, content: bytes }], SEGMENT, TRACKS, TRACK_ENTRY, TRACK_TYPE).flatMap(
    ({ content }) => KINDS[content[0] ?? 0] ?? [],
  );
}

/** The elements at the end of a path. */
function childrenOf(parents: readonly Element[], ...path: readonly number[]): Element[] {
  const [wanted, ...rest] = path;
  const children = parents.flatMap(({ content }) => [...elements(content)].filter(({ id }) => id === wanted));
  return rest.length > 0 ? childrenOf(children, ...rest) : children;
}

function* elements(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber(bytes, at, 4, true);
    const size = id && readNumber(bytes, at + id.length, 8, false);
    if (!id || !size) return;
    const start = at + id.length + size.length;
    // All ones: not known when it was written, it goes on to the end.
    const end = size.value === 2 ** (7 * size.length) - 1 ? bytes.length : start + size.value;
    yield { id: id.value, content: bytes.subarray(start, end) };
    at = end;
  }
}

/** A number whose leading zeros say how long it is; identifiers keep the bit that ends them. */
function readNumber(bytes: Buffer, at: number, longest: number, keepMarker: boolean) {
  const first = bytes[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > longest || at + length > bytes.length) return undefined;
  let value = keepMarker ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return { value, length };
}
