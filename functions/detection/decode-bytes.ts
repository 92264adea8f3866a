/**
 * The text in some bytes, without its byte order mark. A character that the end cuts through is left out.
 * @param encoding one that `TextDecoder` knows, or UTF-32, which it does not
 * @param fatal whether bytes that mean nothing make it throw; else a sign takes their place
 * @throws TypeError where the bytes are not of that encoding, RangeError where nobody knows it
 */
export function decodeBytes(bytes: Uint8Array, encoding: string, { fatal = true } = {}): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding === 'utf-32le', fatal);
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}

function decodeUtf32(bytes: Uint8Array, little: boolean, fatal: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new Uint16Array(Math.floor(bytes.length / 4) * 2);
  let length = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const stored = view.getUint32(at, little);
    const valid = stored < 0x110000 && (stored < 0xd800 || stored > 0xdfff);
    if (!valid && fatal) throw new TypeError('The bytes are not UTF-32.');
    if (at === 0 && stored === 0xfeff) continue;
    const point = valid ? stored : 0xfffd;
    if (point >= 0x10000) units[length++] = 0xd7c0 + (point >> 10);
    units[length++] = point >= 0x10000 ? 0xdc00 + (point & 0x3ff) : point;
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}
