import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { decompressSnappy } from '../../../decompress-snappy.ts';
import { unsupported } from '../../unreadable.ts';

/** The most that a block holds, unpacked, in bytes; writers make them of some kilobytes. */
const LARGEST = 64 * 1024 * 1024;

/** What is in a block of a file. */
export function decompressBlock(block: Buffer, codec: string): Buffer {
  if (codec === 'null') return block;
  if (codec === 'deflate') return inflateRawSync(block, { maxOutputLength: LARGEST });
  if (codec === 'zstandard') return zstdDecompressSync(block, { maxOutputLength: LARGEST });
  // Behind it stands a checksum.
  if (codec === 'snappy') return decompressSnappy(block.subarray(0, -4), LARGEST);
  throw unsupported('The file is compressed in a way that is not read here: null, deflate, snappy and zstandard are.');
}
