import { decodeEntities } from '../../entities.ts';
import { attributesOf, tokensOf } from '../../markup.ts';
import type { CellValues } from './cell-values.ts';

const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];
/** Relative and absolute tolerances of computed numbers, of which LibreOffice reads eight digits. */
const [RELATIVE, ABSOLUTE] = [1e-6, 5e-4] as const;
const EXACT = 1e-12;
/** The tolerance of times in seconds: LibreOffice stores dates as fractions of days. */
const SECONDS = 0.01;

/**
 * Whether a workbook has the same values in LibreOffice as in Numbers: LibreOffice reads eight digits of a number, and
 * recalculates formulas, of which it does not know all. Each value must be one of Numbers', and none may be missing.
 * @param xml the workbook in LibreOffice's flat XML, as a Latin-1 string
 */
export function hasValues(xml: string, { numbers, times, texts, booleans, errors }: CellValues): boolean {
  const counts: Record<string, number> = {};
  const count = (what: string, cell: Cell) => {
    counts[what] = (counts[what] ?? 0) + Number(cell.get('table:number-columns-repeated') ?? 1);
  };
  for (const cell of cellsIn(xml)) {
    const isComputed = cell.has('table:formula');
    const [number, time] = [cell.get('office:value'), cell.get('office:time-value')];
    const text = isComputed ? cell.get('office:string-value') : undefined;
    if (number !== undefined && !isNear(numbers, Number(number), isComputed ? roundedBy : exactlyBy)) return false;
    if (time !== undefined && !isNear(times, secondsOf(time), () => SECONDS)) return false;
    if (text && !texts.has(decodeEntities(Buffer.from(text, 'latin1').toString()))) return false;
    count(
      number === undefined ? (cell.get('office:boolean-value') ?? cell.get('calcext:value-type') ?? '') : 'number',
      cell,
    );
  }
  const { true: yes = 0, false: no = 0, number = 0, error = 0 } = counts;
  return yes === booleans[0] && no === booleans[1] && number >= numbers.length && error <= errors;
}

type Cell = ReadonlyMap<string, string>;

function* cellsIn(xml: string): Generator<Cell> {
  for (const { kind, name, start, end } of tokensOf(xml)) {
    if (kind !== 'open' || !CELLS.includes(name)) continue;
    yield new Map(attributesOf(xml.slice(start, end)).map(({ name: key, value }) => [key, value]));
  }
}

const exactlyBy = (value: number) => Math.abs(value) * EXACT;
const roundedBy = (value: number) => Math.max(exactlyBy(value), Math.min(Math.abs(value) * RELATIVE, ABSOLUTE));

/** Whether a value is among sorted ones, or near one. */
function isNear(sorted: Float64Array, value: number, tolerance: (near: number) => number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return [sorted[low - 1], sorted[low]].some((near) => near !== undefined && Math.abs(near - value) <= tolerance(near));
}

/** The seconds of an XML Schema duration. */
function secondsOf(duration: string): number {
  const [, hours, minutes, seconds] = /^PT(\d{1,9})H(\d\d)M([\d.]{1,20})S$/.exec(duration) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
