import { piecesOf } from '../markup.ts';
import { tooComplex } from './check-complexity.ts';
import { checkParts } from './limits.ts';

/** Groups of a drawing in each other, which take the square of their depth and more: 5000 take seconds, 30,000 minutes. */
const DEEPEST_GROUP = 2000;

/** What OpenDocument calls a page, and what Office calls the entry of a slide. */
const PAGES: ReadonlySet<string> = new Set(['page', 'sldid']);

/**
 * Refuses drawings and presentations with too many pages, or with groups too deep in each other.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkDrawing(xml: string, family: 'slides' | 'drawing'): void {
  let [pages, depth] = [0, 0];
  for (const { kind, name, end } of piecesOf(xml)) {
    if (kind === 'open' && PAGES.has(name)) pages++;
    else if (name === 'g') depth += kind === 'close' ? -1 : Number(xml[end - 2] !== '/');
    if (depth > DEEPEST_GROUP)
      throw tooComplex(`The drawing has groups within groups, more than ${DEEPEST_GROUP} deep. Simplify it first.`);
  }
  checkParts(family, pages);
}
