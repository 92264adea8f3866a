const HEADER = 78;
const RECORD_ENTRY = 8;

/** A Palm database of records, as Kindle books are (Palm File Format Specification). */
export function palmDatabase(records: readonly Buffer[], type = 'BOOKMOBI'): Buffer {
  const head = Buffer.alloc(HEADER + RECORD_ENTRY * records.length + 2);
  head.write('Kranichflug', 0);
  head.writeUInt32BE(0xd0000000, 36);
  head.writeUInt32BE(0xd0000000, 40);
  head.write(type, 60);
  head.writeUInt16BE(records.length, 76);
  let position = head.length;
  for (const [index, record] of records.entries()) {
    head.writeUInt32BE(position, HEADER + RECORD_ENTRY * index);
    head.writeUInt32BE(2 * index, HEADER + RECORD_ENTRY * index + 4);
    position += record.length;
  }
  return Buffer.concat([head, ...records]);
}
