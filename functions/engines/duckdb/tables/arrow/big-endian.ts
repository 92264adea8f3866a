import { Endianness } from 'apache-arrow/fb/endianness';
import { Message } from 'apache-arrow/fb/message';
import { MessageHeader } from 'apache-arrow/fb/message-header';
import { Schema } from 'apache-arrow/fb/schema';
import { ByteBuffer } from 'flatbuffers';

/** The magic of a file and the length of its header; a stream begins with its first message. */
const MAGIC = 'ARROW1';
const FILE_HEADER = 8;
/** The continuation marker before the length of a message; older files lack it. */
const CONTINUATION = 0xffffffff;

/**
 * Whether an Arrow file is big-endian by the schema in its first message: the library takes all for little-endian. It
 * reports a file that is truncated here.
 */
export function isBigEndian(bytes: Buffer): boolean {
  const at = bytes.toString('latin1', 0, MAGIC.length) === MAGIC ? FILE_HEADER : 0;
  const start = at + (bytes.length > at + 8 && bytes.readUInt32LE(at) === CONTINUATION ? 8 : 4);
  const message = Message.getRootAsMessage(new ByteBuffer(bytes.subarray(start)));
  // Some writers put the schema only into the footer.
  if (message.headerType() !== MessageHeader.Schema) return false;
  const schema: Schema | null = message.header(new Schema());
  return schema?.endianness() === Endianness.Big;
}
