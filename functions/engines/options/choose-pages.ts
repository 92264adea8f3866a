import { invalidOption } from '../../conversion/options.ts';

/** What an option names by numbers, and the option. */
interface Numbered {
  readonly option: string;
  /** @default page */
  readonly noun?: 'page' | 'file';
}

/**
 * The pages that an option means, in the order in which it names them.
 * @param text as its pattern has it: numbers and ranges, the last of which may lack its end
 * @param count how many pages the source has
 * @throws ConversionError INVALID_OPTION when a page is not there, or named twice
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
