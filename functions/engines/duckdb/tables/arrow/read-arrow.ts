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
import { cellOf } from '../value-kinds.ts';
import { cellTypeOf, notRead, valueIn } from './arrow-values.ts';
import { isBigEndian } from './big-endian.ts';
import { decompressLz4 } from './decompress-lz4.ts';

/** The most that one buffer of a batch holds, unpacked, and all of them, in bytes: they are in memory together. */
const LARGEST = 256 * 1024 * 1024;
const LARGEST_BATCH = 2 * LARGEST;

/** Rows that a byte of a file can stand for: truth takes one bit. */
const ROWS_OF_A_BYTE = 8 * 255;

/**
 * Reads an Arrow file, or stream (Feather 2), compressed or not.
 * @throws ConversionError
 */
export async function readArrow(database: Database, path: string): Promise<Relation> {
  let room = LARGEST_BATCH;
  const bounded = (unpack: (data: Uint8Array, most: number) => Buffer) => ({
    decode: (data: Uint8Array) => {
      const unpacked = unpack(data, Math.min(LARGEST, room));
      room -= unpacked.length;
      return unpacked;
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
    if (!(left >= 0)) throw tooComplex('The file has more rows than are converted of one of its size.');
    const vectors = fields.map((_, index) => batch.getChildAt(index));
    for (let row = 0; row < batch.numRows; row++) {
      table.write(
        fields.map(({ type }, index) => cellOf(valueIn(type, vectors[index]?.get(row)), columns[index]?.type)),
      );
    }
  }
  return table.finish(columns);
}

/** The library says which types it does not know by an error like any other. */
function open(bytes: Buffer): RecordBatchReader {
  try {
    return RecordBatchReader.from(bytes).open();
  } catch (error) {
    throw error instanceof Error && /^Unrecognized type/.test(error.message) ? notRead() : error;
  }
}

function bigEndian(): ConversionError {
  return unsupported(
    'The file is written with the most significant byte of numbers first (big-endian), which is not read here. Write it anew on a machine that is little-endian.',
  );
}

function asBuffer(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
