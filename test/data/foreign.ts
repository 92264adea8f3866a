import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';

const SCRIPT = join(import.meta.dirname, 'foreign.py');

const temporaryPath = () => join(tmpdir(), randomUUID());

/** A list of records. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** A file of some format, written by Python. */
export function writtenByPython(format: string, rows: Rows): Buffer {
  const path = temporaryPath();
  execFileSync('python3', [SCRIPT, 'write', format, path], { input: JSON.stringify(rows) });
  return readFileSync(path);
}

/** The content of a file, read by Python. */
export function readByPython(format: string, content: Buffer): unknown {
  const path = temporaryPath();
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

/** The content of a workbook or a database, read by Python, by the names of its sheets or tables. */
export function readWorkbook<T>(format: 'xlsx' | 'ods' | 'sqlite', content: Buffer): Record<string, T> {
  const path = temporaryPath();
  writeFileSync(path, content);
  const script = join(import.meta.dirname, 'workbook.py');
  return JSON.parse(execFileSync('python3', [script, format, path], { encoding: 'utf8' }));
}
