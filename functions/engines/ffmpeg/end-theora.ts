import { type FileHandle, open } from 'node:fs/promises';

/** A page of an Ogg file: a piece of one of its streams. */
interface Page {
  readonly at: number;
  /** Header and table of lengths. */
  readonly head: Buffer;
  readonly size: number;
}

/** Where things lie in the header of a page (RFC 3533, 6). */
const FLAGS = 5;
const GRANULE = 6;
const SERIAL = 14;
const SEQUENCE = 18;
const CHECKSUM = 22;
const SEGMENTS = 26;
const HEADER = 27;

const LAST = 4;
/** A packet of a page is described by a byte of its table, which has at most so many. */
const MOST_PACKETS = 255;
const THEORA = Buffer.from('\u0080theora', 'latin1');
/** Where the first packet says by how many bits the number of the last whole picture is shifted (Theora, 6.2). */
const SHIFT = 40;

/**
 * Writes the empty packets at the end of a Theora stream that say: the same picture once more. The encoder makes them,
 * and ffmpeg leaves them out, so that what does not move at its end would be too short.
 * @param frames how many pictures the encoder was given
 */
export async function endTheora(path: string, frames: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { page, shift, size } = await lastPage(file);
    if (!page) return;
    const granule = page.head.readBigUInt64LE(GRANULE);
    const whole = granule >> BigInt(shift);
    const missing = BigInt(frames) - whole - (granule & ((1n << BigInt(shift)) - 1n));
    const since = BigInt(frames) - whole;
    if (missing <= 0n || missing > MOST_PACKETS || since >> BigInt(shift) > 0n) return;
    await file.write(repeats(page, (whole << BigInt(shift)) | since, Number(missing)), 0, null, size);
    await file.write(await withoutEnd(file, page), 0, null, page.at);
  } finally {
    await file.close();
  }
}

/** The last page of the pictures. Each page says how long it is, so that the next is found. */
async function lastPage(file: FileHandle): Promise<{ page?: Page; shift: number; size: number }> {
  const { size } = await file.stat();
  let [page, shift]: [Page | undefined, number] = [undefined, 0];
  for (let at = 0; at + HEADER <= size; ) {
    const { buffer } = await file.read(Buffer.alloc(HEADER + 255 + SHIFT + 2), 0, HEADER + 255 + SHIFT + 2, at);
    const body = HEADER + (buffer[SEGMENTS] ?? 0);
    const head = buffer.subarray(0, body);
    const next: Page = { at, head, size: body + head.subarray(HEADER).reduce((sum, length) => sum + length, 0) };
    if (!page && buffer.subarray(body, body + THEORA.length).equals(THEORA)) {
      shift = (buffer.readUInt16BE(body + SHIFT) >> 5) & 0x1f;
      page = next;
    } else if (page && head.readUInt32LE(SERIAL) === page.head.readUInt32LE(SERIAL)) page = next;
    at += next.size;
  }
  return { ...(page ? { page } : {}), shift, size };
}

/** A page of empty packets, behind another one of its stream. */
function repeats({ head }: Page, granule: bigint, count: number): Buffer {
  const page = Buffer.alloc(HEADER + count);
  head.copy(page, 0, 0, HEADER);
  page[FLAGS] = LAST;
  page.writeBigUInt64LE(granule, GRANULE);
  page.writeUInt32LE(head.readUInt32LE(SEQUENCE) + 1, SEQUENCE);
  page[SEGMENTS] = count;
  return sealed(page);
}

async function withoutEnd(file: FileHandle, { at, size }: Page): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, at);
  buffer[FLAGS] = (buffer[FLAGS] ?? 0) & ~LAST;
  return sealed(buffer);
}

/** The page with its checksum, which is a CRC with the highest bit first. */
function sealed(page: Buffer): Buffer {
  page.writeUInt32LE(0, CHECKSUM);
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  page.writeUInt32LE(sum >>> 0, CHECKSUM);
  return page;
}
