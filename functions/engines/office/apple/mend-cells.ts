import { attribute, piecesOf } from '../../markup.ts';
import { cleanText, decodeEntities, escapeXml } from '../pdf/entities.ts';
import { unreadable } from '../unreadable.ts';
import type { AppleTable, CellValue } from './tables.ts';

const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];
const NUMBERS: readonly (string | undefined)[] = ['float', 'currency', 'percentage'];
/** What says of a cell what it holds. */
const HELD = /\s(?:office:(?:[a-z]+-)?value(?:-type)?|office:currency|calcext:value-type|table:formula)="[^"]*"/g;
const FORMULA = /\stable:formula="[^"]*"/;
const REPEATED = /\stable:number-(?:rows|columns)-repeated="[^"]*"/;
/** What numbers may differ by that libetonyek has read, and what is computed with them, as a part of them. */
const ROUNDED = 1e-6;
/** Where Apple's calendar begins, in milliseconds. */
const FIRST_DAY = Date.UTC(2001, 0, 1);

interface Cell {
  readonly tag: string;
  readonly content: string;
  readonly columns: number;
}

/**
 * Puts the values that cells have in a workbook of Numbers into what LibreOffice has made of it: it reads of a number eight
 * digits, and computes formulas anew, of which it knows not all.
 * @param formulas whether those stay that come to what they should
 * @throws ConversionError UNREADABLE_FILE where a table is missing
 */
export function mendCells(xml: string, tables: readonly AppleTable[], formulas: boolean): string {
  const mender = new CellMender(xml, tables, formulas);
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'open') mender.open(name, start, end);
    if (kind === 'close' || (kind === 'open' && xml[end - 2] === '/')) mender.close(name, start, end);
  }
  return mender.finish();
}

class CellMender {
  readonly #xml: string;
  readonly #tables: Map<string, AppleTable>;
  readonly #formulas: boolean;
  readonly #out: string[] = [];
  #copied = 0;
  /** Tables in each other: a cell may hold a picture with tables of its own. */
  #depth = 0;
  #table: AppleTable['rows'] | undefined;
  #last = -1;
  #row = 0;
  #start = 0;
  #head = '';
  #cells: Cell[] = [];
  #tag = '';
  #content = 0;

  constructor(xml: string, tables: readonly AppleTable[], formulas: boolean) {
    this.#xml = xml;
    this.#formulas = formulas;
    this.#tables = new Map(tables.map((table) => [keyOf(table.name), table]));
  }

  open(name: string, start: number, end: number): void {
    const tag = this.#xml.slice(start, end);
    if (name === 'table' && ++this.#depth === 1) this.#begin(decodeEntities(attribute(tag, 'table:name') ?? ''));
    if (this.#depth !== 1 || !this.#table) return;
    if (name === 'table-row') [this.#start, this.#head, this.#cells] = [start, tag, []];
    if (CELLS.includes(name)) [this.#tag, this.#content] = [tag, end];
  }

  close(name: string, start: number, end: number): void {
    if (this.#depth === 1 && this.#table) {
      if (CELLS.includes(name)) {
        const content = start >= this.#content ? this.#xml.slice(this.#content, start) : '';
        this.#cells.push({ tag: this.#tag, content, columns: repeated(this.#tag, 'columns') });
      }
      if (name === 'table-row') this.#finishRow(end);
    }
    if (name === 'table') this.#depth--;
  }

  finish(): string {
    for (const { name, rows } of this.#tables.values())
      if ([...rows.values()].some(({ size }) => size > 0)) throw unreadable(`the table ${name} is missing`);
    this.#out.push(this.#xml.slice(this.#copied));
    return this.#out.join('');
  }

  #begin(name: string): void {
    const table = this.#tables.get(keyOf(name));
    this.#tables.delete(keyOf(name));
    this.#table = table?.rows;
    this.#last = Math.max(-1, ...(table ? lastOf(table.rows.keys()) : []));
    this.#row = 0;
  }

  #finishRow(end: number): void {
    const first = this.#row;
    this.#row += repeated(this.#head, 'rows');
    const known = Math.min(this.#row, this.#last + 1);
    const written: Run[] = [];
    for (let row = first; row < known; row++) addTo(written, this.#cellsOf(this.#table?.get(row)));
    if (written.length === 0) return;
    if (this.#row > known) written.push({ text: this.#cellsOf(undefined), count: this.#row - Math.max(first, known) });
    this.#out.push(this.#xml.slice(this.#copied, this.#start));
    for (const { text, count } of written)
      this.#out.push(repeat(this.#head, 'rows', count), text, '</table:table-row>');
    this.#copied = end;
  }

  #cellsOf(values: ReadonlyMap<number, CellValue> | undefined): string {
    const out: string[] = [];
    const last = Math.max(-1, ...(values ? lastOf(values.keys()) : []));
    let column = 0;
    for (const cell of this.#cells) {
      const end = column + cell.columns;
      const written: Run[] = [];
      for (; column < Math.min(end, last + 1); column++)
        addTo(written, cellText(cell, values?.get(column), this.#formulas));
      if (column < end) written.push({ text: cellText(cell), count: end - column });
      column = end;
      for (const { text, count } of written) out.push(repeat(text, 'columns', count));
    }
    return out.join('');
  }
}

/** The same, several times. */
interface Run {
  readonly text: string;
  count: number;
}

function addTo(runs: Run[], text: string): void {
  const last = runs.at(-1);
  if (last?.text === text) last.count++;
  else runs.push({ text, count: 1 });
}

function* lastOf(keys: Iterable<number>): Generator<number> {
  let last = -1;
  for (const key of keys) last = Math.max(last, key);
  yield last;
}

/** LibreOffice takes out of names of sheets what may not be in them. */
function keyOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '');
}

function repeated(tag: string, what: string): number {
  return Math.max(1, Number(attribute(tag, `table:number-${what}-repeated`) ?? 1));
}

/** Says in the first tag how often it is there. */
function repeat(text: string, what: string, count: number): string {
  const end = text.indexOf('>');
  const tag = text.slice(0, end).replace(REPEATED, '');
  const name = tag.search(/[\s/]|$/);
  const times = count === 1 ? '' : ` table:number-${what}-repeated="${count}"`;
  return tag.slice(0, name) + times + tag.slice(name) + text.slice(end);
}

function cellText(cell: Cell, value?: CellValue, formulas = true): string {
  const { tag, content } = value ? mended(formulas ? cell : withoutFormula(cell), value) : cell;
  if (tag.endsWith('/>') && content === '') return tag;
  return `${tag.replace(/\/?>$/, '>')}${content}</${/^<([^\s/>]+)/.exec(tag)?.[1]}>`;
}

function withoutFormula(cell: Cell): Cell {
  return { ...cell, tag: cell.tag.replace(FORMULA, '') };
}

function mended(cell: Cell, value: CellValue): Pick<Cell, 'tag' | 'content'> {
  const type = attribute(cell.tag, 'office:value-type');
  const read = (name: string) => attribute(cell.tag, `office:${name}`) ?? '';
  if (value.kind === 'number') {
    const isNumber = NUMBERS.includes(type);
    const isNear = isNumber && Math.abs(Number(read('value')) - value.value) <= ROUNDED * Math.abs(value.value);
    if (isNear)
      return {
        ...cell,
        tag: cell.tag.replace(/(\soffice:value=")[^"]*/, (_, head: string) => `${head}${value.value}`),
      };
    const kind = isNumber && type ? type : 'float';
    return held(cell, kind, `office:value="${value.value}"`);
  }
  if (value.kind === 'text') {
    // What stands there as it was written is formatted.
    if (type === 'string' && sameText(cell.content, value.value)) return cell;
    return { ...held(cell, 'string', ''), content: paragraphs(cell.content, value.value) };
  }
  if (value.kind === 'truth') {
    const said = `office:boolean-value="${value.value}"`;
    return type === 'boolean' && cell.tag.includes(said) ? cell : held(cell, 'boolean', said);
  }
  if (value.kind === 'span') {
    const said = spanOf(value.value);
    if (type === 'time' && read('time-value') === said) return cell;
    return held(cell, 'time', `office:time-value="${said}"`);
  }
  const day = dateOf(value.value);
  if (day === undefined || (type === 'date' && day.startsWith(read('date-value').slice(0, 19)))) return cell;
  return held(cell, 'date', `office:date-value="${day}"`);
}

/** A cell that holds something else than before. */
function held(cell: Cell, type: string, said: string): Pick<Cell, 'tag' | 'content'> {
  const currency = type === 'currency' ? (/\soffice:currency="[^"]*"/.exec(cell.tag)?.[0] ?? '') : '';
  const what = ` office:value-type="${type}"${currency}${said && ` ${said}`} calcext:value-type="${type}"`;
  return { ...cell, tag: cell.tag.replace(HELD, '').replace(/\/?>$/, (end) => `${what}${end}`) };
}

function sameText(content: string, text: string): boolean {
  const plain = (value: string) => value.replace(/\s+/g, '');
  return plain(decodeEntities(content.replace(/<[^<>]*>/g, ''))) === plain(text);
}

function paragraphs(content: string, text: string): string {
  const lines = text.split('\n').map((line) => `<text:p>${escapeXml(cleanText(line))}</text:p>`);
  const [from, to] = [content.indexOf('<office:annotation'), content.indexOf('</office:annotation>')];
  const note = from >= 0 && to > from ? content.slice(from, to + '</office:annotation>'.length) : '';
  return note + lines.join('');
}

function spanOf(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const hours = String(Math.floor(whole / 3600)).padStart(2, '0');
  return `${seconds < 0 ? '-' : ''}PT${hours}H${two(Math.floor(whole / 60))}M${two(whole)}S`;
}

function dateOf(seconds: number): string | undefined {
  const time = new Date(FIRST_DAY + seconds * 1000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 19);
}
