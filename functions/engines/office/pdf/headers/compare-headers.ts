import type { Divider } from '../graphics/find-dividers.ts';
import { type Box, type Line, type Run, textOf } from '../page.ts';
import type { Header } from './header.ts';
import { pictureKey } from './join-pictures.ts';

/** The same place on two pages differs by less, in points. */
const LEVEL = 2;
const DIGITS = /(\d+)/;

/** What a number in a header is: part of its text, or the number of the page. */
export type NumberKind = 'text' | 'page';

/** The numbers in a header. */
export const numbersIn = ({ lines }: Pick<Header, 'lines'>) => lines.flatMap((line) => partsOf(line).numbers);

/**
 * What the numbers in two headers are that are alike in all else; undefined for others.
 * @param apart how many pages are from the first to the second
 */
export function compareHeaders(first: Header, second: Header, apart: number): readonly NumberKind[] | undefined {
  if (first.lines.length !== second.lines.length) return undefined;
  const [pictures, others] = [first, second].map((header) => header.pictures.map(pictureKey).sort());
  if (pictures?.join() !== others?.join()) return undefined;
  const areAlike = first.lines.every((line, at) => {
    const other = second.lines[at];
    return other && isInPlace(line, other) && partsOf(line).words.join('0') === partsOf(other).words.join('0');
  });
  if (!areAlike) return undefined;
  const numbers = numbersIn(second);
  const kinds = numbersIn(first).map((number, at): NumberKind | undefined => {
    const other = numbers[at];
    if (number === other) return 'text';
    return other && isPageNumber(number) && isPageNumber(other) && Number(other) - Number(number) === apart
      ? 'page'
      : undefined;
  });
  return kinds.some((kind) => kind === undefined) ? undefined : kinds.flatMap((kind) => kind ?? []);
}

/** Whether a number is one that a field shows: from 1 on, without zeros before it. */
const isPageNumber = (number: string) => /^[1-9]\d{0,3}$/.test(number);

/** Whether two boxes are on one level, and begin, end or have their middle at one place. */
function isInPlace(a: Box, b: Box): boolean {
  const [left, right] = [a.left - b.left, a.right - b.right];
  const isNear = (distance: number) => Math.abs(distance) < LEVEL;
  return isNear(a.top - b.top) && isNear(a.bottom - b.bottom) && [left, right, (left + right) / 2].some(isNear);
}

/** Whether two lines across pages are in the same place. */
export function isSameDivider(a: Divider, b: Divider): boolean {
  return [a.at - b.at, a.from - b.from, a.to - b.to].every((difference) => Math.abs(difference) < LEVEL);
}

/** The numbers of a line, and what is between them. */
function partsOf(line: Line): { words: string[]; numbers: string[] } {
  const parts = textOf(line).split(DIGITS);
  return { words: parts.filter((_, at) => at % 2 === 0), numbers: parts.filter((_, at) => at % 2 === 1) };
}

/** Lines with fields in the place of some of their numbers; undefined where such a number is in several fonts. */
export function withFields(lines: readonly Line[], fields: readonly Run['field'][]): Line[] | undefined {
  let at = 0;
  const written = lines.map((line) => {
    let { length } = numbersIn({ lines: [line] });
    const runs = line.runs.flatMap((run) =>
      run.text.split(DIGITS).flatMap((text, part): Run[] => {
        if (text === '') return [];
        const field = part % 2 === 1 ? fields[at++] : undefined;
        if (part % 2 === 1) length--;
        return [{ ...run, text, ...(field && { field }) }];
      }),
    );
    return length === 0 ? { ...line, runs } : undefined;
  });
  return written.every((line) => line !== undefined) ? written : undefined;
}
