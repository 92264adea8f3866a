/** A zip as those write it that do not know beforehand how large it will be: all that they may leave to Zip64. */
export function asZip64(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const start = zip.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = start; at < end; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const header = Buffer.from(zip.subarray(at, at + 46 + name));
    const numbers = Buffer.alloc(28);
    numbers.writeUInt16LE(1, 0);
    numbers.writeUInt16LE(24, 2);
    for (const [index, field] of [24, 20, 42].entries()) {
      numbers.writeBigUInt64LE(BigInt(header.readUInt32LE(field)), 4 + index * 8);
      header.writeUInt32LE(0xffffffff, field);
    }
    header.writeUInt16LE(numbers.length, 30);
    header.writeUInt16LE(0, 32);
    entries.push(header, numbers);
    at += 46 + name + extra + comment;
  }
  const directory = Buffer.concat(entries);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  for (const field of [24, 32]) record.writeBigUInt64LE(BigInt(zip.readUInt16LE(end + 10)), field);
  record.writeBigUInt64LE(BigInt(directory.length), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(zip.subarray(end, end + 22));
  last.fill(0xff, 8, 20);
  last.writeUInt16LE(0, 20);
  return Buffer.concat([zip.subarray(0, start), directory, record, locator, last]);
}
