import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import bzip from 'seek-bzip';
import xz from 'xz-decompress';
import { decompressSnappy } from '../../../decompress-snappy.ts';
import { tooComplex, unsupported } from '../../../refusals.ts';

/** Uncompressed bytes of a block; writers make them of some kilobytes. */
const LARGEST = 64 * 1024 * 1024;

/** Decompresses a block of a file. */
export async function decompressBlock(block: Buffer, codec: string): Promise<Buffer> {
  if (codec === 'null') return block;
  if (codec === 'deflate') return inflateRawSync(block, { maxOutputLength: LARGEST });
  if (codec === 'zstandard') return zstdDecompressSync(block, { maxOutputLength: LARGEST });
  // A checksum follows the data.
  if (codec === 'snappy') return decompressSnappy(block.subarray(0, -4), LARGEST);
  if (codec === 'bzip2') return decompressBzip(block);
  if (codec === 'xz') return decompressXz(block);
  throw unsupported(
    'The file has a codec that cannot be read here. Use null, deflate, snappy, zstandard, bzip2 or xz.',
  );
}

function decompressBzip(block: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let [chunk, length] = [Buffer.alloc(0), 0];
  const writeByte = (byte: number) => {
    if (length % CHUNK === 0) {
      if (length >= LARGEST) throw tooLarge();
      chunk = Buffer.alloc(CHUNK);
      chunks.push(chunk);
    }
    chunk[length % CHUNK] = byte;
    length += 1;
  };
  bzip.decode(block, { writeByte });
  return Buffer.concat(chunks, length);
}

const CHUNK = 64 * 1024;

async function decompressXz(block: Buffer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of new xz.XzReadableStream(new Blob([Uint8Array.from(block)]).stream())) {
    length += chunk.length;
    if (length > LARGEST) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function tooLarge() {
  return tooComplex(`A block of the file holds more than the ${LARGEST / 1024 / 1024} MB that are decompressed.`);
}
