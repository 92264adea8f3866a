import type { Box } from '../page.ts';
import type { Ground } from '../pixels.ts';

/** How near to all edges of the page something comes that surrounds the paper, in points. */
const NEAR = 6;
/** Paper is brighter than this, beside most words. */
const [WHITE, MOSTLY] = [230, 0.7];

/** Whether a picture is what lies around the paper in a photo of it: a desk, to all edges, and no ground of the words. */
export function isSurroundings(box: Box, { pixels, scale }: Ground, words: readonly Box[]): boolean {
  const { width, height, data } = pixels;
  const [right, bottom] = [width / scale - NEAR, height / scale - NEAR];
  if (box.left > NEAR || box.top > NEAR || box.right < right || box.bottom < bottom) return false;
  const onPaper = words.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return (data[(Math.floor(y * scale) * width + Math.floor(x * scale)) * 3 + 1] ?? 0) > WHITE;
  });
  return onPaper.length > MOSTLY * words.length;
}
