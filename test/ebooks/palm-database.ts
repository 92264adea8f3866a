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
