import { decodeEntities } from '../../entities.ts';
import { attributesOf, piecesOf } from '../../markup.ts';
import type { CellValues } from './cell-values.ts';

const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];
/** What a computed number may differ by, of which LibreOffice reads eight digits: as a part of it, and at most. */
const [ROUNDED, SHOWN] = [1e-6, 5e-4] as const;
const EXACT = 1e-12;
/** Hundredths of seconds: dates are read as parts of days. */
const MOMENT = 0.01;

/**
 * Whether a workbook has the values in LibreOffice that it had in Numbers: of a number LibreOffice reads eight digits, and
 * it computes formulas anew, of which it knows not all. Each value has to be among those that there were, and none missing.
 * @param xml what LibreOffice has made of it as one XML file, its bytes as letters of Latin-1
 */
export function hasValues(xml: string, { numbers, times, texts, truths, errors }: CellValues): boolean {
  const counts: Record<string, number> = {};
  const count = (what: string, cell: Cell) => {
    counts[what] = (counts[what] ?? 0) + Number(cell.get('table:number-columns-repeated') ?? 1);
  };
  for (const cell of cellsIn(xml)) {
    const isComputed = cell.has('table:formula');
    const [number, time] = [cell.get('office:value'), cell.get('office:time-value')];
    const text = isComputed ? cell.get('office:string-value') : undefined;
    if (number !== undefined && !isNear(numbers, Number(number), isComputed ? roundedBy : exactlyBy)) return false;
    if (time !== undefined && !isNear(times, secondsOf(time), () => MOMENT)) return false;
    if (text && !texts.has(decodeEntities(Buffer.from(text, 'latin1').toString()))) return false;
    count(
      number === undefined ? (cell.get('office:boolean-value') ?? cell.get('calcext:value-type') ?? '') : 'number',
      cell,
    );
  }
  const { true: yes = 0, false: no = 0, number = 0, error = 0 } = counts;
  return yes === truths[0] && no === truths[1] && number >= numbers.length && error <= errors;
}

type Cell = ReadonlyMap<string, string>;

function* cellsIn(xml: string): Generator<Cell> {
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind !== 'open' || !CELLS.includes(name)) continue;
    yield new Map(attributesOf(xml.slice(start, end)).map(({ name: key, value }) => [key, value]));
  }
}

const exactlyBy = (value: number) => Math.abs(value) * EXACT;
const roundedBy = (value: number) => Math.max(exactlyBy(value), Math.min(Math.abs(value) * ROUNDED, SHOWN));

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

/** The seconds of a duration as XML writes it. */
function secondsOf(duration: string): number {
  const [, hours, minutes, seconds] = /^PT(\d{1,9})H(\d\d)M([\d.]{1,20})S$/.exec(duration) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
