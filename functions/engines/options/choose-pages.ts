import { invalidOption } from '../../conversion/options.ts';

/**
 * The pages that the option `pages` means, in the order in which it names them.
 * @param text as its pattern has it: numbers and ranges, the last of which may lack its end
 * @param count how many pages the source has
 * @throws ConversionError INVALID_OPTION when a page is not there, or named twice
 */
export function choosePages(text: string, count: number): number[] {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const [first, last] = rangeOf(part, count);
    for (let page = first; page <= last; page++) {
      if (chosen.has(page)) throw invalidOption(`The option "pages" names page ${page} more than once.`);
      chosen.add(page);
    }
  }
  return [...chosen];
}

function rangeOf(part: string, count: number): [number, number] {
  const [first = '', end] = part.split('-');
  const [from, to] = [Number(first), end === '' ? count : Number(end ?? first)];
  const missing = [from, to].find((page) => page > count);
  if (missing !== undefined)
    throw invalidOption(
      `The option "pages" names page ${missing}; the file has ${count === 1 ? 'one page' : `${count} pages`}.`,
    );
  if (from > to) throw invalidOption(`The option "pages" has the range ${part}, which ends before it begins.`);
  return [from, to];
}
