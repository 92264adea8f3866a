import type { Ground, Pixels } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';

/** How near to all edges of the page something comes that surrounds the paper, in points. */
const NEAR = 6;
/** Paper is brighter than this, beside most words, and darker is most of what lies at the edges. */
const [WHITE, MOSTLY] = [230, 0.7];

/**
 * Whether a picture is what lies around the paper in a photo of it: a desk, to all edges, and no ground of the words. A map or a
 * drawing as large as the page leaves most of its edges white.
 */
export function isSurroundings(box: Box, { pixels, scale }: Ground, words: readonly Box[]): boolean {
  const { width, height } = pixels;
  const [right, bottom] = [width / scale - NEAR, height / scale - NEAR];
  if (box.left > NEAR || box.top > NEAR || box.right < right || box.bottom < bottom) return false;
  const [across, down] = [Array.from({ length: width }, (_, x) => x), Array.from({ length: height }, (_, y) => y)];
  const inset = Math.ceil(NEAR * scale);
  const edges = [
    ...across.flatMap((x) => [isWhite(pixels, x, inset), isWhite(pixels, x, height - 1 - inset)]),
    ...down.flatMap((y) => [isWhite(pixels, inset, y), isWhite(pixels, width - 1 - inset, y)]),
  ];
  const onPaper = words.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return isWhite(pixels, Math.floor(x * scale), Math.floor(y * scale));
  });
  return edges.filter((white) => !white).length > MOSTLY * edges.length && onPaper.length > MOSTLY * words.length;
}

function isWhite({ width, data }: Pixels, x: number, y: number): boolean {
  return (data[(y * width + x) * 3 + 1] ?? 0) > WHITE;
}
