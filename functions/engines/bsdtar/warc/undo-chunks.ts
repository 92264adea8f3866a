/** The longest line with the size of a chunk, extensions and all, and all of the lines behind the last one, in bytes. */
const LONGEST_LINE = 16 * 1024;
const LONGEST_END = 64 * 1024;

/**
 * Undoes the chunked transfer coding of HTTP/1.1 (RFC 9112, 7.1).
 * @throws Error where the bytes are not in it, or break off
 */
export async function* undoChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let state: 'size' | 'data' | 'gap' | 'end' = 'size';
  let [line, left, behind] = ['', 0, 0];
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      if (state === 'end') {
        behind += bytes.length - at;
        if (behind > LONGEST_END) throw new Error('more behind the last chunk');
        break;
      }
      if (state === 'data') {
        const part = bytes.subarray(at, at + left);
        at += part.length;
        left -= part.length;
        if (left === 0) state = 'gap';
        yield part;
        continue;
      }
      const stop = bytes.indexOf(0x0a, at);
      const until = stop < 0 ? bytes.length : stop;
      line += bytes.toString('latin1', at, Math.min(until, at + LONGEST_LINE + 1));
      if (line.length > LONGEST_LINE) throw new Error('a long line between chunks');
      at = until + 1;
      if (stop < 0) continue;
      if (state === 'gap') {
        if (line.trim() !== '') throw new Error('more in a chunk than it says');
        state = 'size';
      } else {
        left = sizeIn(line);
        state = left === 0 ? 'end' : 'data';
      }
      line = '';
    }
  }
  if (state !== 'end') throw new Error('no last chunk');
}

function sizeIn(line: string): number {
  const [digits = ''] = line.split(';', 1);
  if (!/^[0-9a-fA-F]{1,12}$/.test(digits.trim())) throw new Error('a chunk without a size');
  return Number.parseInt(digits.trim(), 16);
}
