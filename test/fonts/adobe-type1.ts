const KEY = 55_665;

/** The cipher of Type 1 (Adobe Type 1 Font Format, chapter 7). @param isCoded whether the bytes are encrypted already */
export function crypt(bytes: Buffer, isCoded: boolean): Buffer {
  let key = KEY;
  return Buffer.from(
    bytes.map((byte) => {
      const other = byte ^ (key >> 8);
      key = (((isCoded ? byte : other) + key) * 52_845 + 22_719) & 0xffff;
      return other;
    }),
  );
}

/** A segment of the binary form of Type 1: 1 is text, 2 is encrypted. */
export function segment(type: 1 | 2, data: Buffer): Buffer {
  const header = Buffer.from([0x80, type, 0, 0, 0, 0]);
  header.writeUInt32LE(data.length, 2);
  return Buffer.concat([header, data]);
}

/** A font in the binary form as Adobe's font development kit begins it. @param end between its lines, but for outlines */
export function adobeType1(font: Buffer, end: string): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; font[at + 1] !== 3; at += 6 + font.readUInt32LE(at + 2)) {
    const data = font.subarray(at + 6, at + 6 + font.readUInt32LE(at + 2));
    const isCoded = font[at + 1] === 2;
    const text = (isCoded ? crypt(data, true) : data).toString('latin1');
    const lines = text
      .replace(/^%!PS-AdobeFont-1\.0/, '%!FontType1-1.1')
      .split(/((?: RD| -\|) [\s\S]*?(?= ND| \|-| NP| \|))/);
    const changed = lines.map((part, index) => (index % 2 === 0 ? part.replace(/\r\n|\n/g, end) : part)).join('');
    const bytes = Buffer.from(changed, 'latin1');
    parts.push(segment(isCoded ? 2 : 1, isCoded ? crypt(bytes, false) : bytes));
  }
  return Buffer.concat([...parts, Buffer.from([0x80, 3])]);
}
