import { open } from 'node:fs/promises';
import type { ConversionError } from '../../../../conversion/errors.ts';
import { checkColumns, checkSize, LIMITS } from '../../limits.ts';
import { tooComplex, unreadable } from '../../unreadable.ts';
import { CompactCursor, type Counted, TYPE } from './compact-cursor.ts';

/** How a file ends: with the length of its footer, and this. */
const MAGIC = 'PAR1';
const ENDING = 8;

/** Fields of the footer, and of each thing in its schema (parquet.thrift: FileMetaData, SchemaElement). */
const SCHEMA = 2;
const CHILDREN = 5;

/** The largest footer, in bytes: DuckDB reads it into memory as a whole. */
const LARGEST = 64 * 1024 * 1024;

/** Levels of a schema, of which lists and maps take two or three each: DuckDB calls itself for each, and again for each of those. */
const DEEPEST = 64;
/** Things in a schema: a map takes four. DuckDB takes four times as long for twice as many; for these, seconds. */
const ELEMENTS = 5 * LIMITS.columns;
/** What the footer describes, from row groups to statistics: DuckDB holds more than a kilobyte for one byte of it. */
const STRUCTS = 2 ** 18;

/**
 * Looks through the footer of a Parquet file, before DuckDB believes what it says: by levels that go deeper than its stack,
 * or by lists that are longer than the file, it ends the process or does not come back.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function checkFooter(path: string): Promise<void> {
  checkSchema(await readFooter(path));
}

async function readFooter(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (length: number, end: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length);
      if (bytesRead < length) throw unreadable('parquet', 'a file that becomes shorter');
      return buffer;
    };
    if (size < MAGIC.length + ENDING) throw unreadable('parquet', 'no footer');
    const ending = await read(ENDING, size);
    const length = ending.readUInt32LE(0);
    if (ending.toString('latin1', 4) !== MAGIC || length > size - ENDING) throw unreadable('parquet', 'no footer');
    checkSize(length, LARGEST);
    return await read(length, size - ENDING);
  } finally {
    await file.close();
  }
}

/** @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE */
export function checkSchema(footer: Buffer): void {
  const cursor = new CompactCursor(footer, checkCounted);
  cursor.struct((id, type) => {
    if (id !== SCHEMA || type !== TYPE.list) return false;
    readSchema(cursor);
    return true;
  });
}

/** Its things stand one after the other, each before those in it, of which it tells the number. */
function readSchema(cursor: CompactCursor): void {
  const { size, type } = cursor.list();
  if (type !== TYPE.struct) throw unreadable('parquet', 'a schema of other things');
  if (size > ELEMENTS) throw tooComplex('The table has more columns and fields in columns than are converted.');
  const open: number[] = [];
  for (let index = 0; index < size; index++) {
    while (open.at(-1) === 0) open.pop();
    if (open.length > 0) open.push((open.pop() ?? 0) - 1);
    const children = childrenOf(cursor);
    if (index === 0) checkColumns(children);
    if (children > 0) open.push(children);
    if (open.length > DEEPEST) throw tooNested();
  }
}

function childrenOf(cursor: CompactCursor): number {
  let children = 0;
  cursor.struct((id, type) => {
    if (id !== CHILDREN || type !== TYPE.number) return false;
    children = cursor.number();
    return true;
  });
  return children;
}

function checkCounted({ structs, items }: Counted): void {
  if (structs > STRUCTS || items > LIMITS.nodes)
    throw tooComplex('The table is in more row groups, or described at more length, than is converted.');
}

/** The error for columns in columns. */
export function tooNested(): ConversionError {
  return tooComplex('The columns of the table are nested more deeply than the 16 levels that are converted.');
}
