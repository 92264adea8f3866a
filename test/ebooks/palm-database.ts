/** The records of a Palm database: an eye of its own, which shares no code with what wrote it. */
export function palmRecords(file: Buffer): Buffer[] {
  const count = file.readUInt16BE(76);
  const positions = Array.from({ length: count }, (_, index) => file.readUInt32BE(78 + index * 8));
  return positions.map((position, index) => file.subarray(position, positions[index + 1] ?? file.length));
}

/** A Palm database of these records. */
export function palmDatabase(name: string, type: string, records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(78 + records.length * 8 + 2);
  head.write(name.slice(0, 31), 0, 'latin1');
  head.write(type, 60, 'latin1');
  head.writeUInt16BE(records.length, 76);
  let position = head.length;
  for (const [index, record] of records.entries()) {
    head.writeUInt32BE(position, 78 + index * 8);
    position += record.length;
  }
  return Buffer.concat([head, ...records]);
}

/** Unpacks a record of PalmDOC: LZ77 with 11 bits of distance, and spaces in the letters behind them. */
export function unpackPalmText(record: Buffer): Buffer {
  const text: number[] = [];
  for (let at = 0; at < record.length; ) {
    const code = record[at++] ?? 0;
    if (code >= 1 && code <= 8) {
      text.push(...record.subarray(at, at + code));
      at += code;
    } else if (code < 0x80) text.push(code);
    else if (code >= 0xc0) text.push(0x20, code ^ 0x80);
    else {
      const pair = (code << 8) | (record[at++] ?? 0);
      const distance = (pair & 0x3fff) >> 3;
      for (let left = (pair & 7) + 3; left > 0; left--) text.push(text[text.length - distance] ?? 0);
    }
  }
  return Buffer.from(text);
}
