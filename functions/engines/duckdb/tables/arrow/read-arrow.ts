import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { CompressionType, compressionRegistry, RecordBatchReader } from 'apache-arrow';
import type { ConversionError } from '../../../../conversion/errors.ts';
import { unsupported } from '../../../refusals.ts';
import type { Database, Relation } from '../../database.ts';
import { checkColumns } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames } from '../column.ts';
import { TableFile } from '../table-file.ts';
import { cellOf } from '../value-column-type.ts';
import { cellTypeOf, unknownType, valueIn } from './arrow-values.ts';
import { isBigEndian } from './big-endian.ts';
import { decompressLz4 } from './decompress-lz4.ts';

/** Uncompressed bytes of a buffer. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads an Arrow file, or stream (Feather 2), compressed or not.
 * @throws ConversionError
 */
export async function readArrow(database: Database, path: string): Promise<Relation> {
  compressionRegistry.set(CompressionType.ZSTD, {
    decode: (data) => zstdDecompressSync(data, { maxOutputLength: LARGEST }),
  });
  compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (data) => decompressLz4(asBuffer(data), LARGEST) });
  const bytes = await readFile(path);
  if (isBigEndian(bytes)) throw bigEndian();
  const reader = open(bytes);
  if (!reader.schema) throw unreadable('arrow', 'no schema');
  const { fields } = reader.schema;
  checkColumns(fields.length);
  const names = distinctNames(fields.map(({ name }) => name));
  const columns = fields.map(({ type }, index) => ({ name: names[index] ?? '', type: cellTypeOf(type) }));
  const table = new TableFile(database.path('arrow.csv'));
  for (const batch of reader) {
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
