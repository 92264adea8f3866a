import { type Line, textOf } from '../page.ts';

/** Whether the first word of a line had no place behind the line above, in a column that reaches to the right edge. */
export function isWrapped(above: Line, below: Line, right: number): boolean {
  const text = textOf(below);
  const [word = ''] = text.trimStart().split(/\s/u, 1);
  const width = ((below.right - below.left) * (word.length + 1)) / text.length;
  return above.right + width > right;
}
