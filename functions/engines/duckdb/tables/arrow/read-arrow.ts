import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { CompressionType, compressionRegistry, RecordBatchReader } from 'apache-arrow';
import type { ConversionError } from '../../../../conversion/errors.ts';
import { tooComplex, unsupported } from '../../../refusals.ts';
import type { Database, Relation } from '../../database.ts';
import { checkColumns, LIMITS } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames } from '../column.ts';
import { TableFile } from '../table-file.ts';
import { cellOf } from '../value-column-type.ts';
import { cellTypeOf, unknownType, valueIn } from './arrow-values.ts';
import { isBigEndian } from './big-endian.ts';
import { decompressLz4 } from './decompress-lz4.ts';

/** Uncompressed bytes of a buffer, and of all buffers of a batch, which are in memory together. */
const LARGEST = 256 * 1024 * 1024;
const LARGEST_BATCH = 2 * LARGEST;

/** Rows that a byte of a file can stand for: a boolean takes one bit. */
const ROWS_OF_A_BYTE = 8 * 255;

/**
 * Reads an Arrow file, or stream (Feather 2), compressed or not.
 * @throws ConversionError
 */
export async function readArrow(database: Database, path: string): Promise<Relation> {
  let room = LARGEST_BATCH;
  const bounded = (decompress: (data: Uint8Array, most: number) => Buffer) => ({
    decode: (data: Uint8Array) => {
      const decompressed = decompress(data, Math.min(LARGEST, room));
      room -= decompressed.length;
      return decompressed;
    },
  });
  compressionRegistry.set(
    CompressionType.ZSTD,
    bounded((data, maxOutputLength) => zstdDecompressSync(data, { maxOutputLength })),
  );
  compressionRegistry.set(
    CompressionType.LZ4_FRAME,
    bounded((data, most) => decompressLz4(asBuffer(data), most)),
  );
  const bytes = await readFile(path);
  if (isBigEndian(bytes)) throw bigEndian();
  const reader = open(bytes);
  if (!reader.schema) throw unreadable('arrow', 'no schema');
  const { fields } = reader.schema;
  checkColumns(fields.length);
  const names = distinctNames(fields.map(({ name }) => name));
  const columns = fields.map(({ type }, index) => ({ name: names[index] ?? '', type: cellTypeOf(type) }));
  const table = new TableFile(database.path('arrow.csv'));
  let left = bytes.length * ROWS_OF_A_BYTE + LIMITS.nodes;
  for (const batch of reader) {
    room = LARGEST_BATCH;
    left -= batch.numRows;
    if (!(left >= 0)) throw tooComplex('The file has too many rows for its size. Divide it first.');
    const vectors = fields.map((_, index) => batch.getChildAt(index));
    for (let row = 0; row < batch.numRows; row++) {
      table.write(
        fields.map(({ type }, index) => cellOf(valueIn(type, vectors[index]?.get(row)), columns[index]?.type)),
      );
    }
  }
  return table.finish(columns);
}

/** The library reports unknown types only in the message of an error. */
function open(bytes: Buffer): RecordBatchReader {
  try {
    return RecordBatchReader.from(bytes).open();
  } catch (error) {
    throw error instanceof Error && /^Unrecognized type/.test(error.message) ? unknownType() : error;
  }
}

function bigEndian(): ConversionError {
  return unsupported('The file is big-endian, which cannot be read here. Write it in little-endian byte order.');
}

function asBuffer(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
