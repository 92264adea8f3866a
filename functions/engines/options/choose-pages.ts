import { invalidOption } from '../../conversion/options.ts';

/** An option with numbers, and what they count. */
interface Numbered {
  readonly option: string;
  /** @default page */
  readonly noun?: 'page' | 'file';
}

/**
 * The pages that an option chooses, in its order.
 * @param text numbers and ranges, of which the last may lack its end
 * @param count of the source's pages
 * @throws ConversionError INVALID_OPTION when a page does not exist, or is chosen twice
 */
export function choosePages(text: string, count: number, { option, noun = 'page' }: Numbered = { option: 'pages' }) {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const [first, last] = rangeOf(part, count, { option, noun });
    for (let page = first; page <= last; page++) {
      if (chosen.has(page)) throw invalidOption(`The option "${option}" names ${noun} ${page} more than once.`);
      chosen.add(page);
    }
  }
  return [...chosen];
}

function rangeOf(part: string, count: number, { option, noun }: Required<Numbered>): [number, number] {
  const [first = '', end] = part.split('-');
  const [from, to] = [Number(first), end === '' ? count : Number(end ?? first)];
  const missing = [from, to].find((page) => page > count);
  const there = count === 1 ? `one ${noun}` : `${count} ${noun}s`;
  if (missing !== undefined)
    throw invalidOption(
      `The option "${option}" names ${noun} ${missing}; ${noun === 'page' ? 'the file has' : 'there are'} ${there}.`,
    );
  if (from > to) throw invalidOption(`The option "${option}" has the range ${part}, which ends before it begins.`);
  return [from, to];
}
