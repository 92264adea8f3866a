/**
 * Decompresses Snappy, up to a size.
 * @throws RangeError where it is larger, Error where it is damaged
 */
export function decompressSnappy(compressed: Buffer, most: number): Buffer {
  let at = 0;
  const next = () => {
    const byte = compressed[at];
    at += 1;
    if (byte === undefined) throw new Error('truncated data');
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
    if (shift > 28) throw new Error('an endless length');
  }
  // No element of three bytes makes more than 64.
  if (length > most || length > compressed.length * 64) throw new RangeError('too large');
  const result = Buffer.alloc(length);
  let end = 0;
  while (at < compressed.length) {
    const tag = next();
    const type = tag & 3;
    if (type === 0) {
      const short = tag >> 2;
      const size = 1 + (short < 60 ? short : number(short - 59));
      if (at + size > compressed.length || end + size > length) throw new Error('a truncated literal');
      compressed.copy(result, end, at, at + size);
      at += size;
      end += size;
      continue;
    }
    const size = type === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const offset = type === 1 ? ((tag >> 5) << 8) + next() : number(type === 2 ? 2 : 4);
    if (offset === 0 || offset > end || end + size > length) throw new Error('a copy beyond the data');
    for (let index = 0; index < size; index++) result[end + index] = result[end + index - offset] ?? 0;
    end += size;
  }
  if (end !== length) throw new Error('less data than stated');
  return result;
}
