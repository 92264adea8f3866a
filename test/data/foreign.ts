import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Int64, tableFromArrays, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import avsc from 'avsc';
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

/** A list of records as Avro, by another writer, compressed as Avro's codecs do. */
export async function avro(schema: object, rows: Rows, codec: 'null' | 'deflate' = 'deflate'): Promise<Buffer> {
  const encoder = new avsc.streams.BlockEncoder(schema as avsc.Schema, { codec });
  const chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => encoder.on('end', resolve));
  for (const row of rows) encoder.write(row);
  encoder.end();
  await ended;
  return Buffer.concat(chunks);
}

/** The records of an Avro file, by another reader than the one of the service. */
export async function readAvro(content: Buffer): Promise<unknown[]> {
  const decoder = new avsc.streams.BlockDecoder();
  const rows: unknown[] = [];
  decoder.on('data', (row: object) => rows.push({ ...row }));
  const ended = new Promise((resolve, reject) => decoder.on('end', resolve).on('error', reject));
  decoder.end(content);
  await ended;
  return rows;
}

/** Texts and whole numbers as Arrow. */
export function arrow(
  texts: Readonly<Record<string, readonly (string | null)[]>>,
  numbers: Readonly<Record<string, readonly bigint[]>>,
  shares: Readonly<Record<string, readonly number[]>>,
): Buffer {
  const vectors = {
    ...Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, vectorFromArray(values, new Utf8())])),
    ...Object.fromEntries(
      Object.entries(numbers).map(([name, values]) => [name, vectorFromArray(values, new Int64())]),
    ),
    ...Object.fromEntries(Object.entries(shares).map(([name, values]) => [name, Float64Array.from(values)])),
  };
  return Buffer.from(tableToIPC(tableFromArrays(vectors as Record<string, Float64Array>), 'file'));
}

/** The rows of an Arrow file. */
export function readArrow(content: Buffer): Record<string, unknown>[] {
  return tableFromIPC(content)
    .toArray()
    .map((row) => row.toJSON() as Record<string, unknown>);
}
