import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';

const SCRIPT = join(import.meta.dirname, 'foreign.py');

/** A list of records. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** A file of some format, written by Python. */
export function writtenByPython(folder: string, format: string, rows: Rows): Buffer {
  const path = join(folder, randomUUID());
  execFileSync('python3', [SCRIPT, 'write', format, path], { input: JSON.stringify(rows) });
  return readFileSync(path);
}

/** What Python finds in a file. */
export function readByPython(folder: string, format: string, content: Buffer): unknown {
  const path = join(folder, randomUUID());
  writeFileSync(path, content);
  return JSON.parse(execFileSync('python3', [SCRIPT, 'read', format, path], { encoding: 'utf8' }));
}

/** The rows of a Parquet file, by another reader than the one of the service. */
export function readParquet(content: Buffer): Promise<Record<string, unknown>[]> {
  const compressors = {
    ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)),
    GZIP: (input: Uint8Array) => new Uint8Array(gunzipSync(input)),
  };
  return parquetReadObjects({ file: Uint8Array.from(content).buffer, compressors });
}

/** A Parquet file by another writer. */
export function parquet(columns: readonly { name: string; data: unknown[]; type?: BasicType }[]): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData: columns.map((column) => ({ ...column })) }));
}
