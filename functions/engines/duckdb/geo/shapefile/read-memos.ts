import { unreadable } from '../../unreadable.ts';

/** The file beside a table with its long texts (memo): of dBase III and IV (.dbt), or of FoxPro (.fpt). */
export interface MemoFile {
  readonly kind: 'dbt' | 'fpt';
  readonly bytes: Buffer;
}

/** The long text that a cell of a table means; nothing for an empty cell. */
export type ReadMemo = (cell: Buffer) => Buffer;

const NOTHING = Buffer.alloc(0);
/** The blocks of dBase III, and what ends a text in them. */
const BLOCK = 512;
const END = 0x1a;
/** Before a text of dBase IV, which has its length behind this, with that of both. */
const HEAD_OF_FOUR = 'ffff0800';
/** Before a text of FoxPro: its kind, which is 1, and its length. */
const TEXT = 1;
const HEAD = 8;

/**
 * Reads the long texts of a table. Each byte of them is of one text: they are no more than their file, whatever the cells say.
 * @throws ConversionError UNREADABLE_FILE
 */
export function memoReader({ kind, bytes }: MemoFile): ReadMemo {
  let left = bytes.length;
  const text = kind === 'dbt' ? textOfDbase(bytes) : textOfFoxPro(bytes);
  return (cell) => {
    const block = blockIn(cell);
    if (block === 0) return NOTHING;
    const memo = text(block);
    left -= memo.length;
    if (left < 0) throw unreadable('shp', 'long texts that lie in the same place');
    return memo;
  };
}

/** In digits, or, of a later FoxPro, in four bytes. */
function blockIn(cell: Buffer): number {
  if (cell.length === 4) return cell.readUInt32LE(0);
  const digits = cell.toString('latin1').replaceAll('\0', ' ').trim();
  if (!/^\d*$/.test(digits)) throw unreadable('shp', 'a long text in no place');
  return Number(digits);
}

function textOfDbase(bytes: Buffer): (block: number) => Buffer {
  const said = bytes.length >= 22 ? bytes.readUInt16LE(20) : 0;
  return (block) => {
    const four = block * (said || BLOCK);
    if (four + HEAD <= bytes.length && bytes.toString('hex', four, four + 4) === HEAD_OF_FOUR)
      return within(bytes, four + HEAD, bytes.readUInt32LE(four + 4) - HEAD);
    const start = block * BLOCK;
    if (start >= bytes.length) throw unreadable('shp', 'a long text beyond the end of its file');
    const end = bytes.indexOf(END, start);
    return bytes.subarray(start, end < 0 ? bytes.length : end);
  };
}

function textOfFoxPro(bytes: Buffer): (block: number) => Buffer {
  const size = bytes.length >= 8 ? bytes.readUInt16BE(6) : 0;
  return (block) => {
    const start = block * (size || 1);
    if (start + HEAD > bytes.length || bytes.readUInt32BE(start) !== TEXT)
      throw unreadable('shp', 'a long text that is none');
    return within(bytes, start + HEAD, bytes.readUInt32BE(start + 4));
  };
}

function within(bytes: Buffer, start: number, length: number): Buffer {
  if (length < 0 || start + length > bytes.length) throw unreadable('shp', 'a long text beyond the end of its file');
  return bytes.subarray(start, start + length);
}
