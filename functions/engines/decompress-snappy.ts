/**
 * Unpacks what Snappy packed, bounded by what it may come to.
 * @throws RangeError where it is more, Error where it is broken
 */
export function decompressSnappy(packed: Buffer, most: number): Buffer {
  let at = 0;
  const next = () => {
    const byte = packed[at];
    at += 1;
    if (byte === undefined) throw new Error('it breaks off');
    return byte;
  };
  const number = (bytes: number) => {
    let value = 0;
    for (let index = 0; index < bytes; index++) value += next() * 2 ** (8 * index);
    return value;
  };
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = next();
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
    if (shift > 28) throw new Error('a length that does not end');
  }
  // No tag of three bytes makes more than 64.
  if (length > most || length > packed.length * 64) throw new RangeError('it is too large');
  const unpacked = Buffer.alloc(length);
  let end = 0;
  while (at < packed.length) {
    const tag = next();
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const size = 1 + (short < 60 ? short : number(short - 59));
      if (at + size > packed.length || end + size > length) throw new Error('a text that breaks off');
      packed.copy(unpacked, end, at, at + size);
      at += size;
      end += size;
      continue;
    }
    const size = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const offset = kind === 1 ? ((tag >> 5) << 8) + next() : number(kind === 2 ? 2 : 4);
    if (offset === 0 || offset > end || end + size > length) throw new Error('a copy of what is not there');
    for (let index = 0; index < size; index++) unpacked[end + index] = unpacked[end + index - offset] ?? 0;
    end += size;
  }
  if (end !== length) throw new Error('less than it says');
  return unpacked;
}
