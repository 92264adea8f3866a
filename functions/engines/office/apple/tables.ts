import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { type AppleObject, objectsOf } from './archives.ts';
import { Message } from './message.ts';

/** What a cell holds, as it was last computed: seconds of dates are counted from 2001 on. */
export type CellValue =
  | { readonly kind: 'number' | 'date' | 'span'; readonly value: number }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string };

/** The cells of a table, by rows and columns; those whose value is none of these are missing. */
export interface AppleTable {
  /** As libetonyek names its sheet. */
  readonly name: string;
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, CellValue>>;
}

/** Objects by their kinds, as the descriptions of Numbers 14.4 number them. */
const [SHAPES, TABLE] = [3008, 6000] as const;
/** How a menu is told from a number, before 2015: its cells have the number of one of its lines. */
const MENU = 266;

type Objects = ReadonlyMap<number, AppleObject>;

/**
 * The tables of a workbook of Numbers since 2013, with the values of their cells: libetonyek reads of a number eight digits.
 * What stands where is what libetonyek 0.1.12 reads (IWAParser.cpp, parseTabularModel and parseTileDefinition).
 * @throws Error where it is damaged
 */
export function tablesOf(path: string): AppleTable[] {
  return inspect(path, (read, size) => {
    const objects = new Map<number, AppleObject>();
    for (const object of objectsOf(openZip(read, size))) if (!objects.has(object.id)) objects.set(object.id, object);
    return messageOf(objects, 1)
      .references(1)
      .flatMap((sheet) => tablesOfSheet(objects, messageOf(objects, sheet)));
  });
}

function messageOf(objects: Objects, id: number | undefined): Message {
  return new Message(objects.get(id ?? 0)?.bytes ?? Buffer.alloc(0));
}

function tablesOfSheet(objects: Objects, sheet: Message): AppleTable[] {
  const tables: AppleTable[] = [];
  const seen = new Set<number>();
  const left = sheet.references(2).reverse();
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const type = objects.get(id)?.type;
    if (type === SHAPES) left.push(...messageOf(objects, id).references(2).reverse());
    if (type !== TABLE) continue;
    const model = messageOf(objects, messageOf(objects, id).references(2)[0]);
    tables.push({ name: `${sheet.text(1) ?? ''}_${model.text(8) ?? ''}`, rows: rowsOf(objects, model) });
  }
  return tables;
}

/** What cells refer to. */
interface Lists {
  readonly texts: ReadonlyMap<number, string>;
  /** The lines of menus, by the format of their cells. */
  readonly menus: ReadonlyMap<number, readonly string[]>;
}

function rowsOf(objects: Objects, model: Message): AppleTable['rows'] {
  const grid = model.message(4) ?? new Message(Buffer.alloc(0));
  const lists = { texts: textsOf(objects, grid), menus: menusOf(objects, grid) };
  const starts = new Map(
    grid
      .message(9)
      ?.messages(1)
      .map((tile) => [tile.number(2) ?? 0, tile.number(1) ?? 0]),
  );
  const rows = new Map<number, Map<number, CellValue>>();
  for (const tile of grid.message(3)?.messages(1) ?? []) {
    const start = starts.get(tile.number(1) ?? 0) ?? 0;
    for (const row of messageOf(objects, tile.references(2)[0]).messages(5))
      rows.set(start + (row.number(1) ?? 0), cellsOf(row, lists));
  }
  return rows;
}

function entriesOf(objects: Objects, grid: Message, field: number): [number, Message][] {
  const list = messageOf(objects, grid.references(field)[0]);
  return list.messages(3).map((entry) => [entry.number(1) ?? 0, entry]);
}

function textsOf(objects: Objects, grid: Message): Map<number, string> {
  return new Map(entriesOf(objects, grid, 4).map(([key, entry]) => [key, entry.text(3) ?? '']));
}

function menusOf(objects: Objects, grid: Message): Map<number, string[]> {
  const lines = new Map(
    entriesOf(objects, grid, 16).map(([key, entry]) => [
      key,
      messageOf(objects, entry.references(4)[0])
        .messages(2)
        .map((line) => line.message(5)?.text(1) ?? ''),
    ]),
  );
  const menus = new Map<number, string[]>();
  for (const [key, entry] of entriesOf(objects, grid, 11)) {
    const format = entry.message(6);
    const found = format?.number(1) === MENU ? lines.get(format.number(38) ?? 0) : undefined;
    if (found) menus.set(key, found);
  }
  return menus;
}

/** A row: its cells, and where each begins, in two bytes, or where they may be far in fours. */
function cellsOf(row: Message, lists: Lists): Map<number, CellValue> {
  const [current, places] = [row.bytes(6), row.bytes(7)];
  const isCurrent = current !== undefined && places !== undefined;
  const [bytes, offsets] = isCurrent ? [current, places] : [row.bytes(3), row.bytes(4)];
  const cells = new Map<number, CellValue>();
  if (!bytes || !offsets) return cells;
  const unit = isCurrent && row.number(8) ? 4 : 1;
  for (let column = 0; column * 2 + 1 < offsets.length; column++) {
    const offset = offsets.readInt16LE(column * 2) * unit;
    if (offset < 0 || offset + 12 > bytes.length) continue;
    const value = isCurrent ? cellOf(bytes, offset, lists) : formerCellOf(bytes, offset, lists);
    if (value) cells.set(column, value);
  }
  return cells;
}

/** The kinds of cells. */
const KINDS: Readonly<Record<number, CellValue['kind']>> = {
  2: 'number',
  10: 'number',
  3: 'text',
  5: 'date',
  6: 'truth',
  7: 'span',
};

/** Since 2015: flags tell what there is, first the value: a decimal number, one in binary, a date, a text. */
function cellOf(bytes: Buffer, offset: number, { texts }: Lists): CellValue | undefined {
  const kind = KINDS[bytes[offset + 1] ?? 0];
  const flags = bytes.readUInt32LE(offset + 8);
  let at = offset + 12;
  const take = (flag: number, size: number) => {
    if ((flags & flag) === 0) return undefined;
    at += size;
    return at <= bytes.length ? at - size : undefined;
  };
  const places = { decimal: take(1, 16), binary: take(2, 8), date: take(4, 8), text: take(8, 4) };
  if (kind === 'number' && places.decimal !== undefined) return { kind, value: decimalAt(bytes, places.decimal) };
  if (kind === 'span' && places.binary !== undefined) return { kind, value: bytes.readDoubleLE(places.binary) };
  if (kind === 'truth' && places.binary !== undefined) return { kind, value: bytes.readDoubleLE(places.binary) !== 0 };
  if (kind === 'date' && places.date !== undefined) return { kind, value: bytes.readDoubleLE(places.date) };
  const value = places.text === undefined ? undefined : texts.get(bytes.readUInt32LE(places.text));
  return kind === 'text' && value !== undefined ? { kind, value } : undefined;
}

/** Fourteen bytes and a bit of digits, an exponent of ten, and a sign (IEEE 754, decimal128). */
function decimalAt(bytes: Buffer, at: number): number {
  const top = bytes.readUInt16LE(at + 14);
  const digits = (BigInt(top & 1) << 112n) | (BigInt(bytes.readUIntLE(at + 8, 6)) << 64n) | bytes.readBigUInt64LE(at);
  return Number(`${top & 0x8000 ? '-' : ''}${digits}e${((top & 0x7ffe) - 0x3040) / 2}`);
}

/** What stands before the value of a cell before 2015, each in four bytes; the format and the text are wanted. */
const BEFORE = [0x2, 0x80, 0x800, 0x400, 0x4, 0x8, 0x1000, 0x10] as const;
const [FORMAT, TEXT, NUMBER, DATE] = [0x4, 0x10, 0x20, 0x40] as const;

function formerCellOf(bytes: Buffer, offset: number, { texts, menus }: Lists): CellValue | undefined {
  // The first of Numbers 3.0 have their kind behind another byte.
  const kind = KINDS[bytes[offset + (bytes[offset] === 3 ? 2 : 1)] ?? 0];
  const flags = bytes.readUInt16LE(offset + 4);
  let at = offset + 12;
  const found = new Map<number, number>();
  for (const flag of BEFORE) {
    if ((flags & flag) === 0 || at + 4 > bytes.length) continue;
    found.set(flag, bytes.readUInt32LE(at));
    at += 4;
  }
  const value = flags & (NUMBER | DATE) && at + 8 <= bytes.length ? bytes.readDoubleLE(at) : undefined;
  if (kind === 'text') {
    const text = texts.get(found.get(TEXT) ?? -1);
    return text === undefined ? undefined : { kind, value: text };
  }
  if (value === undefined || kind === undefined) return undefined;
  const line = kind === 'number' ? menus.get(found.get(FORMAT) ?? -1)?.[value] : undefined;
  if (line !== undefined) return { kind: 'text', value: line };
  return kind === 'truth' ? { kind, value: value !== 0 } : { kind, value };
}
