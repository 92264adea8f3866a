import { ByteReader } from '../../functions/engines/read/byte-reader.ts';
import { animationControl, chunksIn } from '../../functions/engines/read/chunks.ts';
import { chunk, SIGNATURE } from '../../functions/engines/sharp/png-container.ts';

/** An animated PNG, of which each frame replaces what it covers: how often it is played, and its frames in milliseconds. */
export function parseApng(file: Buffer) {
  const reader = ByteReader.of(file, (reason) => new Error(reason));
  const chunks = [...chunksIn(reader)].map(({ type, from, end }) => ({
    type,
    content: file.subarray(from, end),
  }));
  const header = Buffer.from(chunks[0]?.content ?? []);
  const frames: { delay: number; png: () => Buffer }[] = [];
  let data: Buffer[] = [];
  for (const { type, content } of chunks) {
    if (type === 'IDAT') data.push(content);
    if (type === 'fdAT') data.push(content.subarray(4));
    if (type !== 'fcTL') continue;
    const own: Buffer[] = [];
    data = own;
    const size = content.subarray(4, 12);
    const delay = Math.round((1000 * content.readUInt16BE(20)) / (content.readUInt16BE(22) || 100));
    const head = () => chunk('IHDR', Buffer.concat([size, header.subarray(8)]));
    frames.push({
      delay,
      png: () => Buffer.concat([SIGNATURE, ...head(), ...chunk('IDAT', ...own), ...chunk('IEND')]),
    });
  }
  const { loopCount } = animationControl(reader) ?? { loopCount: 0 };
  return { loopCount, width: header.readUInt32BE(0), height: header.readUInt32BE(4), frames };
}
