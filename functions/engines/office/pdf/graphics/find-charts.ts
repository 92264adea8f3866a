import { areaOf, around, type Box, chunkWhile, isMiddleIn, type Line, overlaps } from '../page.ts';
import type { Word } from '../words/read-words.ts';
import { type Figure, figureWith, isProse } from './figure.ts';

/** A number beside an axis. */
interface Tick extends Word {
  readonly value: number;
  readonly middle: number;
}

/** The numbers beside a vertical axis, from its top. */
interface Axis extends Box {
  readonly ticks: readonly Tick[];
  /** The distance between two, in points. */
  readonly step: number;
}

const NUMBER = /^[-\u2212\u2013+]?[$€£]?\d{1,9}(?:[.,]\d{1,6})?[%kKMB]?$/;
/** How far edges of numbers beside an axis are from each other, in points. */
const ALIGNED = 1.5;
/** How much steps between them differ, as a share. */
const EVEN = 0.1;
/** The least count of numbers beside an axis, and of those that begin with zero. */
const LEAST_TICKS = 4;
const LEAST_FROM_ZERO = 3;
/** Pages with more are not looked at, nor those on which this is less than the lines times the parts and the numbers of axes. */
const MOST_AXES = 50;
const MOST_WORK = 100_000_000;
/** How far what is drawn begins from the numbers, and how far its parts are from each other, in points. */
const BESIDE = 24;
const APART = 30;
/** The words of a row are no further from its middle than this, in points. */
const LEVEL = 1.2;
/** The least width of what is drawn, in points, and the largest share of a page. */
const LEAST_WIDTH = 40;
const MOST_OF_PAGE = 0.7;
/** The largest sample of a colour or a line in a legend, its distance from its words, and how far they are above the chart. */
const SAMPLE = { width: 44, height: 16 };
const NEAR_SAMPLE = 14;
const LEGEND = 24;
/** The distance between rows of words below a chart, in points, and the most of them. */
const NEXT_ROW = 12;
const MOST_ROWS = 3;
/** The distance of the title of an axis from its numbers, in points. */
const TITLE = 30;

/**
 * Finds charts that are drawn, by evenly spaced numbers beside an axis which grow upwards by the same step.
 * @param partsOf finds the parts of what is drawn on the page without its words
 */
export function findCharts(
  { words, upright, rotated, width, height }: ChartPage,
  partsOf: () => readonly Box[],
): Figure[] {
  const axes = axesOf(words);
  if (axes.length === 0 || axes.length > MOST_AXES) return [];
  const parts = partsOf();
  const comparisons = axes.reduce((sum, { ticks }) => sum + ticks.length + parts.length, 0);
  if (upright.length * comparisons > MOST_WORK) return [];
  let charts: Figure[] = [];
  for (const axis of axes) {
    const box = chartOf(axis, { axes, parts, upright, rotated });
    if (!box || areaOf(box) > width * height * MOST_OF_PAGE) continue;
    const wide = { ...box, left: box.left - BESIDE, right: box.right + BESIDE };
    const near = charts.filter((chart) => overlaps(chart, wide));
    const chart = figureWith(around([box, ...near]), upright) ?? figureWith(box, upright);
    if (chart) charts = [...charts.filter((other) => !overlaps(other, chart)), chart];
  }
  return charts;
}

/** What charts are looked for in. */
interface ChartPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly upright: readonly Line[];
  readonly rotated: readonly Line[];
}

/** Numbers whose right edges, middles or left edges are below each other, that grow upwards by even steps. */
function axesOf(words: readonly Word[]): Axis[] {
  const ticks = words.flatMap((word) => (NUMBER.test(word.text) ? [tickOf(word)] : []));
  const axes: Axis[] = [];
  const taken = new Set<Tick>();
  for (const edgeOf of [rightOf, middleOf, leftOf]) {
    const sorted = ticks.filter((tick) => !taken.has(tick)).sort((a, b) => edgeOf(a) - edgeOf(b));
    const groups = chunkWhile(sorted, (last, next) => edgeOf(next) - edgeOf(last) <= ALIGNED);
    for (const axis of groups.flatMap(evenRuns)) {
      axes.push(axis);
      for (const each of axis.ticks) taken.add(each);
    }
  }
  return axes;
}

const rightOf = ({ right }: Box) => right;
const leftOf = ({ left }: Box) => left;
const middleOf = ({ left, right }: Box) => (left + right) / 2;

function tickOf(word: Word): Tick {
  const digits = word.text.replace(/[$€£%kKMB+]/g, '').replace(/[\u2212\u2013]/, '-');
  const isThousands = /,\d{3}$/.test(digits);
  const value = Number(isThousands ? digits.replace(',', '') : digits.replace(',', '.'));
  return { ...word, value, middle: (word.top + word.bottom) / 2 };
}

function evenRuns(group: Tick[]): Axis[] {
  const ticks = group.sort((a, b) => a.middle - b.middle);
  const runs: Axis[] = [];
  for (let start = 0; start < ticks.length; ) {
    const end = endOfRun(ticks, start);
    const run = ticks.slice(start, end);
    const [first, last] = [run[0], run.at(-1)];
    const isAxis = run.length >= LEAST_TICKS || (run.length >= LEAST_FROM_ZERO && last?.value === 0);
    if (isAxis && first && last)
      runs.push({ ...around(run), ticks: run, step: (last.middle - first.middle) / (run.length - 1) });
    start = Math.max(start + 1, end - 1);
  }
  return runs;
}

/** The index behind the last number of those that fall by even steps from the first on. */
function endOfRun(ticks: readonly Tick[], start: number): number {
  const [first, second] = [ticks[start], ticks[start + 1]];
  if (!first || !second) return start + 1;
  const [step, fall] = [second.middle - first.middle, first.value - second.value];
  if (fall <= 0 || step < first.bottom - first.top) return start + 1;
  let end = start + 2;
  for (let next = ticks[end]; next; next = ticks[++end]) {
    const last = ticks[end - 1] ?? next;
    const isEven = Math.abs(next.middle - last.middle - step) <= step * EVEN;
    if (!isEven || Math.abs(last.value - next.value - fall) > fall * EVEN) break;
  }
  return end;
}

interface Surroundings extends Pick<ChartPage, 'upright' | 'rotated'> {
  readonly axes: readonly Axis[];
  readonly parts: readonly Box[];
}

/** The box of what is drawn beside an axis and of its words, or nothing where the numbers are of a table or a list. */
function chartOf(axis: Axis, { axes, parts, upright, rotated }: Surroundings): Box | undefined {
  const plot = plotOf(axis, axes, parts);
  if (!plot || plot.right - axis.right < LEAST_WIDTH || isTable(axis, plot, upright)) return undefined;
  const titles = rotated.filter(({ left, right, top, bottom }) => {
    const isBeside = right <= axis.left + 2 && left >= axis.left - TITLE;
    return isBeside && top < axis.bottom && bottom > axis.top;
  });
  const legend = upright.filter(
    (line) => overlaps(line, { ...plot, top: plot.top - LEGEND, right: plot.right + APART }) && hasSample(line, parts),
  );
  const box = around([axis, plot, ...titles, ...legend]);
  return around([box, ...rowsBelow(box, plot, upright)]);
}

/** What is drawn to the right of an axis and level with it, up to the next axis. */
function plotOf(axis: Axis, axes: readonly Axis[], parts: readonly Box[]): Box | undefined {
  const [top, bottom] = [axis.top - 1.5 * axis.step, axis.bottom + axis.step];
  const others = axes.filter((other) => other.left > axis.right && overlapsDown(other, axis));
  const end = Math.min(Number.POSITIVE_INFINITY, ...others.map(({ left }) => left));
  const level = parts
    .filter((part) => part.right > axis.right && part.top >= top && part.bottom <= bottom && overlapsDown(part, axis))
    .filter((part) => part.left >= axis.left - 2 && part.right <= end + 2)
    .sort((a, b) => a.left - b.left);
  let plot: Box | undefined;
  for (const part of level) {
    if (part.left > (plot ? plot.right + APART : axis.right + BESIDE)) break;
    plot = around(plot ? [plot, part] : [part]);
  }
  return plot;
}

const overlapsDown = (a: Box, b: Box) => a.top < b.bottom && a.bottom > b.top;

/** Whether most words beside the numbers are level with them, as in the rows of a table. */
function isTable({ ticks }: Axis, plot: Box, lines: readonly Line[]): boolean {
  const within = lines.filter((line) => isMiddleIn(line, plot));
  const level = within.filter((line) => {
    const middle = (line.top + line.bottom) / 2;
    return ticks.some((tick) => Math.abs(tick.middle - middle) < LEVEL);
  });
  return level.length * 2 >= ticks.length && level.length > within.length / 2;
}

/** Whether a small part is drawn before a line, as in a legend. */
function hasSample(line: Line, parts: readonly Box[]): boolean {
  const middle = (line.top + line.bottom) / 2;
  return parts.some(
    ({ left, right, top, bottom }) =>
      right - left <= SAMPLE.width &&
      bottom - top <= SAMPLE.height &&
      top < middle &&
      bottom > middle &&
      Math.abs(line.left - right) <= NEAR_SAMPLE,
  );
}

/** The words below a chart: those of its horizontal axis, and the title of that. */
function rowsBelow(box: Box, plot: Box, lines: readonly Line[]): Line[] {
  const found: Line[] = [];
  const below = lines
    .filter((line) => line.bottom > plot.bottom && line.left > box.left - BESIDE && line.right < box.right + BESIDE)
    .sort((a, b) => a.top - b.top);
  let { bottom } = plot;
  let rows = 0;
  for (const line of below) {
    const isSameRow = line.top < bottom && rows > 0;
    if (!isSameRow && (line.top > bottom + NEXT_ROW || ++rows > MOST_ROWS)) break;
    if (isProse(line)) break;
    found.push(line);
    bottom = Math.max(bottom, line.bottom);
  }
  return found;
}
