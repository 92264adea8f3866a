import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { attribute, piecesOf } from '../markup.ts';

/** How far a sheet reaches. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** Records of a binary sheet: a row, and its cells from those with nothing in them on (MS-XLSB 2.3.1). */
const [ROW, EMPTY_CELL, LAST_CELL] = [0, 1, 11];

/** How far a sheet of binary records reaches. Each begins with its type and length, seven bits to the byte. */
export function extentOfBinarySheet(bytes: Buffer): Extent {
  let [at, row, rows, columns] = [0, 0, 0, 0];
  const number = (most: number) => {
    let value = 0;
    for (let index = 0; index < most; index++) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const type = number(2);
    const length = number(4);
    if (length >= 4 && at + 4 <= bytes.length) {
      if (type === ROW) row = bytes.readUInt32LE(at) + 1;
      else if (type > EMPTY_CELL && type <= LAST_CELL) {
        rows = Math.max(rows, row);
        columns = Math.max(columns, bytes.readUInt32LE(at) + 1);
      }
    }
    at += length;
  }
  return { rows, columns };
}

/** How far the sheets of a Gnumeric workbook reach, which may be compressed. One larger than `most` is left to LibreOffice. */
export function extentsOfGnumeric(path: string, most: number): Extent[] {
  const bytes = readFileSync(path);
  const xml = bytes[0] === 0x1f ? inflate(bytes, most) : bytes;
  const extents: { rows: number; columns: number }[] = [];
  const text = xml.toString('latin1');
  for (const { kind, name, start, end } of piecesOf(text)) {
    if (kind !== 'open') continue;
    const sheet = extents.at(-1);
    if (name === 'sheet') extents.push({ rows: 0, columns: 0 });
    else if (name === 'cell' && sheet) {
      const tag = text.slice(start, end);
      sheet.rows = Math.max(sheet.rows, (Number(attribute(tag, 'Row')) || 0) + 1);
      sheet.columns = Math.max(sheet.columns, (Number(attribute(tag, 'Col')) || 0) + 1);
    }
  }
  return extents;
}

function inflate(bytes: Buffer, most: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch {
    return Buffer.alloc(0);
  }
}
