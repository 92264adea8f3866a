/** How a file begins, and how many bytes that is; a stream begins with its first message. */
const MAGIC = 'ARROW1';
const FILE_HEADER = 8;
/** What stands before the length of a message; older files have the length alone. */
const CONTINUES = 0xffffffff;

/** The places of what is looked at in a message and in a schema (Message.fbs, Schema.fbs), and what they may say. */
const MESSAGE = { kind: 1, content: 2 };
const SCHEMA = 1;
const ENDIANNESS = 0;

/**
 * Whether the numbers in an Arrow file have their highest byte first, as its schema says: the library takes all for the
 * other kind, and its readers for what they are not.
 */
export function isBigEndian(bytes: Buffer): boolean {
  try {
    const at = bytes.toString('latin1', 0, MAGIC.length) === MAGIC ? FILE_HEADER : 0;
    const start = at + (bytes.readUInt32LE(at) === CONTINUES ? 8 : 4);
    const message = start + bytes.readUInt32LE(start);
    const kind = fieldAt(bytes, message, MESSAGE.kind);
    const content = fieldAt(bytes, message, MESSAGE.content);
    if (kind === undefined || content === undefined || bytes[kind] !== SCHEMA) return false;
    const order = fieldAt(bytes, content + bytes.readUInt32LE(content), ENDIANNESS);
    return order !== undefined && bytes.readInt16LE(order) !== 0;
  } catch (error) {
    // What is cut off here is for the library to complain of.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Where a field of a table lies; nothing where it has the usual value (FlatBuffers: a table begins with the way to the list of its fields). */
function fieldAt(bytes: Buffer, table: number, field: number): number | undefined {
  const list = table - bytes.readInt32LE(table);
  const entry = 4 + 2 * field;
  if (entry + 2 > bytes.readUInt16LE(list)) return undefined;
  const offset = bytes.readUInt16LE(list + entry);
  return offset === 0 ? undefined : table + offset;
}
