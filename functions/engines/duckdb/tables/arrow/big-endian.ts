import { Endianness } from 'apache-arrow/fb/endianness';
import { Message } from 'apache-arrow/fb/message';
import { MessageHeader } from 'apache-arrow/fb/message-header';
import { Schema } from 'apache-arrow/fb/schema';
import { ByteBuffer } from 'flatbuffers';

/** How a file begins, and how many bytes that is; a stream begins with its first message. */
const MAGIC = 'ARROW1';
const FILE_HEADER = 8;
/** What stands before the length of a message; older files have the length alone. */
const CONTINUES = 0xffffffff;

/**
 * Whether the numbers in an Arrow file have their highest byte first, as the schema in its first message says: the library
 * takes all for the other kind. What is cut off here is for the library to complain of.
 */
export function isBigEndian(bytes: Buffer): boolean {
  const at = bytes.toString('latin1', 0, MAGIC.length) === MAGIC ? FILE_HEADER : 0;
  const start = at + (bytes.length > at + 8 && bytes.readUInt32LE(at) === CONTINUES ? 8 : 4);
  const message = Message.getRootAsMessage(new ByteBuffer(bytes.subarray(start)));
  // Some writers of files tell the schema at the end only.
  if (message.headerType() !== MessageHeader.Schema) return false;
  const schema: Schema | null = message.header(new Schema());
  return schema?.endianness() === Endianness.Big;
}
