import { around, isMono, isNumber, type Line, median, sizeOf, textOf } from '../page.ts';
import { joinRows } from './join-lines.ts';

/** The words of a line. */
type Words = readonly Line[];

/** A gap that may be between columns, and what is left of it in all lines, as shares of the letters' size. */
const LEAST_GAP = 0.4;
const LEAST_LEFT = 0.22;
/** A typewriter's space is wider than others; between two numbers it parts them all the same. */
const LEAST_MONO_GAP = 0.9;
/** In so many lines below each other it is: with numbers beside it, and without. */
const WITH_NUMBERS = 3;
const WITHOUT = 7;
const NUMBERS = 0.6;
/** Lines further below than this, by the size of letters, are of something else. */
const FAR = 3;
/** The bound on comparisons, above which a page is not divided. */
const MOST_WORK = 20_000_000;

/** Between words, one is a little wider than the others of its line, and none is wider than this share of the letters' size in all of a line. */
const [UNUSUAL, WIDEST_SPACE] = [1.4, 0.7];

/** A gap between words of a row; where a line of text goes on behind it, it can be divided at a word of it. */
interface Gap {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** Whether there is a number beside it. */
  readonly number: boolean;
  readonly cut?: readonly [words: Words, index: number];
}

/** A gap that continues over rows. */
interface Corridor {
  left: number;
  right: number;
  bottom: number;
  readonly gaps: Gap[];
}

/** Divides lines of words where a narrow gap goes down through many of them, as between the columns of a dense table. */
export function divideAtColumns(lines: readonly Words[]): Words[] {
  const cuts = new Map<Words, Set<number>>();
  const close = ({ gaps }: Corridor) => {
    const numbers = gaps.filter(({ number }) => number).length;
    if (gaps.length < WITH_NUMBERS || (numbers < NUMBERS * gaps.length && gaps.length < WITHOUT)) return;
    for (const { cut } of gaps) if (cut) cuts.set(cut[0], (cuts.get(cut[0]) ?? new Set()).add(cut[1]));
  };
  let open: Corridor[] = [];
  let work = 0;
  for (const row of rowsOf(lines)) {
    const gaps = gapsOf(row);
    work += open.length * (gaps.length + 1);
    if (work > MOST_WORK) return [...lines];
    const used = new Set<Gap>();
    open = open.filter((corridor) => {
      const goesOn = extend(corridor, row, gaps, used);
      if (!goesOn) close(corridor);
      return goesOn;
    });
    for (const gap of gaps) if (!used.has(gap)) open.push({ ...gap, gaps: [gap] });
  }
  open.forEach(close);
  return lines.flatMap((words) => {
    const at = [0, ...[...(cuts.get(words) ?? [])].sort((a, b) => a - b), words.length];
    return at.slice(1).map((end, index) => words.slice(at[index], end));
  });
}

/** Rows of lines beside each other, from left to right. */
function rowsOf(lines: readonly Words[]): Words[][] {
  const boxes = lines.map((words) => ({ ...around(words), words, runs: words[0]?.runs ?? [] }));
  return joinRows(boxes).map((row) => row.map((line) => (line as (typeof boxes)[number]).words));
}

function gapsOf(row: readonly Words[]): Gap[] {
  let before: Line | undefined;
  return row.flatMap((words) => {
    const usual = usualGap(words);
    return words.flatMap((word, index): Gap[] => {
      const last = before;
      before = word;
      if (!last) return [];
      const numbers = [word, last].filter((beside) => isNumber(textOf(beside))).length;
      const least = isMono(word.runs) && numbers < 2 ? LEAST_MONO_GAP : LEAST_GAP;
      if (word.left - last.right < least * sizeOf(word)) return [];
      const number = numbers > 0;
      if (index > 0 && !number && word.left - last.right < usual * UNUSUAL) return [];
      const place = { left: last.right, right: word.left, bottom: word.bottom, number };
      return [index > 0 ? { ...place, cut: [words, index] } : place];
    });
  });
}

/** The usual gap of a line; 0 where all are too wide for spaces, as between the heads of columns. */
function usualGap(words: Words): number {
  if (words.length < 4) return 0;
  const gaps = words.slice(1).map((word, index) => word.left - (words[index]?.right ?? 0));
  return Math.min(...gaps) > WIDEST_SPACE * sizeOf(words[0] as Line) ? 0 : median(gaps);
}

/** Whether a corridor continues: through a gap of the row, or beside it. */
function extend(corridor: Corridor, row: readonly Words[], gaps: readonly Gap[], used: Set<Gap>): boolean {
  const [first, last] = [row[0]?.[0], row.at(-1)?.at(-1)];
  if (!first || !last) return true;
  const size = sizeOf(first);
  if (first.top - corridor.bottom > FAR * size) return false;
  if (last.right <= corridor.left + 1 || first.left >= corridor.right - 1) return true;
  const gap = gaps.find(
    ({ left, right }) => Math.min(right, corridor.right) - Math.max(left, corridor.left) >= LEAST_LEFT * size,
  );
  if (!gap) return false;
  used.add(gap);
  corridor.left = Math.max(corridor.left, gap.left);
  corridor.right = Math.min(corridor.right, gap.right);
  corridor.bottom = gap.bottom;
  corridor.gaps.push(gap);
  return true;
}
