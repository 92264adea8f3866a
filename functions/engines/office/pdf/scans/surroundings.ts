import { componentsOf, type Grid, inkIn } from '../graphics/components.ts';
import type { PixelBox } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';
import { scaleBox } from '../slides/scale-page.ts';
import type { Levelled } from './level-paper.ts';

/** How near to the edges of the page something comes that surrounds the paper, in points. */
const NEAR = 6;
/** Paper is brighter than this, beside most words, and darker is most of what lies at the edges. */
const [WHITE, MOSTLY] = [230, 0.7];
/** The share of words on each side of the paper that may lie beside it. */
const INNER = 0.1;

/** A photo of paper. */
interface Photo extends Levelled {
  /** The part of it that shows the paper. */
  readonly paper?: PixelBox;
}

/**
 * Makes white what lies around the paper in a photo of it: a desk, to most of its edges, that is no ground of the words. A map
 * or a drawing as large as the page leaves most of its edges white.
 */
export function withoutSurroundings(page: Levelled, words: readonly Box[], scale: number): Photo {
  const { width, height } = page.clean;
  const ink = inkIn(page.clean, WHITE);
  const inset = Math.ceil(NEAR * scale);
  const isInk = (x: number, y: number) => ink.inked[y * width + x] !== 0;
  const edges = [
    ...Array.from({ length: width }, (_, x) => [isInk(x, inset), isInk(x, height - 1 - inset)]),
    ...Array.from({ length: height }, (_, y) => [isInk(inset, y), isInk(width - 1 - inset, y)]),
  ].flat();
  const onPaper = words.filter(({ left, right, top, bottom }) => {
    const [x, y] = [((left + right) / 2) * scale, ((top + bottom) / 2) * scale];
    return !isInk(Math.floor(x), Math.floor(y));
  });
  const isSurrounded = edges.filter(Boolean).length > MOSTLY * edges.length;
  if (!isSurrounded || onPaper.length <= MOSTLY * words.length) return page;
  const [clean, shown] = [page.clean.data.slice(), page.shown.data.slice()];
  const desk: Grid = { columns: width, rows: height, inked: new Uint8Array(width * height) };
  for (const { box, cells } of componentsOf(ink)) {
    const isAtEdge = Math.min(box.left, box.top, width - box.right, height - box.bottom) <= inset;
    if (!isAtEdge) continue;
    for (const cell of cells) {
      desk.inked[cell] = 1;
      for (const data of [clean, shown]) data.fill(255, 3 * cell, 3 * cell + 3);
    }
  }
  const paper = paperOn(
    desk,
    onPaper.map((word) => scaleBox(word, scale)),
  );
  return { clean: { ...page.clean, data: clean }, shown: { ...page.shown, data: shown }, paper };
}

/** The paper around most words: it ends where most of a row or column of pixels is the desk. */
function paperOn({ columns, rows, inked }: Grid, words: readonly Box[]): PixelBox {
  const places = (of: (word: Box) => number) => words.map(of).sort((a, b) => a - b);
  const inner = (sorted: readonly number[], share: number) =>
    Math.floor(sorted[Math.floor(share * sorted.length)] ?? 0);
  const [across, down] = [
    places(({ left, right }) => (left + right) / 2),
    places(({ top, bottom }) => (top + bottom) / 2),
  ];
  let { left, right, top, bottom } = {
    left: inner(across, INNER),
    right: inner(across, 1 - INNER),
    top: inner(down, INNER),
    bottom: inner(down, 1 - INNER),
  };
  const isDesk = (from: number, length: number, step: number) => {
    let count = 0;
    for (let at = 0; at < length; at++) count += inked[from + at * step] ?? 0;
    return count > length / 2;
  };
  const [isDeskColumn, isDeskRow] = [
    (x: number) => isDesk(top * columns + x, bottom - top, columns),
    (y: number) => isDesk(y * columns + left, right - left, 1),
  ];
  while (left > 0 && !isDeskColumn(left - 1)) left--;
  while (right < columns && !isDeskColumn(right)) right++;
  while (top > 0 && !isDeskRow(top - 1)) top--;
  while (bottom < rows && !isDeskRow(bottom)) bottom++;
  return { left, right, top, bottom };
}
