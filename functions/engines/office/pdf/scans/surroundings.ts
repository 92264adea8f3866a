import { componentsOf, inkIn } from '../graphics/components.ts';
import type { Box } from '../page.ts';
import type { Levelled } from './level-paper.ts';

/** How near to the edges of the page something comes that surrounds the paper, in points. */
const NEAR = 6;
/** Paper is brighter than this, beside most words, and darker is most of what lies at the edges. */
const [WHITE, MOSTLY] = [230, 0.7];

/**
 * Makes white what lies around the paper in a photo of it: a desk, to most of its edges, that is no ground of the words. A map
 * or a drawing as large as the page leaves most of its edges white.
 */
export function withoutSurroundings(page: Levelled, words: readonly Box[], scale: number): Levelled {
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
  for (const { box, cells } of componentsOf(ink)) {
    const isAtEdge = Math.min(box.left, box.top, width - box.right, height - box.bottom) <= inset;
    if (isAtEdge) for (const cell of cells) for (const data of [clean, shown]) data.fill(255, 3 * cell, 3 * cell + 3);
  }
  return { clean: { ...page.clean, data: clean }, shown: { ...page.shown, data: shown } };
}
