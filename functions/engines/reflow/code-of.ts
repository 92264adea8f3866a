import type { Paragraph } from '../office/pdf/block.ts';
import { type Element, NO_ATTRIBUTES } from '../pandoc/tree.ts';

/** The largest indent of a line of code, in spaces. */
const DEEPEST = 60;

/** Makes a code block of lines in a monospace font, with their indents. */
export function codeOf(paragraphs: readonly Paragraph[]): Element[] {
  if (paragraphs.length === 0) return [];
  const left = Math.min(...paragraphs.map((paragraph) => paragraph.left));
  const lines = paragraphs.flatMap((paragraph, index) => {
    const text = paragraph.runs.map((run) => run.text).join('');
    const letter = (paragraph.right - paragraph.left) / Math.max(1, text.length);
    const spaces = Math.min(DEEPEST, Math.round((paragraph.left - left) / Math.max(1, letter)));
    const above = paragraphs[index - 1];
    const apart = above !== undefined && paragraph.top - above.top > paragraph.leading * 1.9;
    return [...(apart ? [''] : []), ' '.repeat(spaces) + text];
  });
  return [{ t: 'CodeBlock', c: [NO_ATTRIBUTES, lines.join('\n')] }];
}
