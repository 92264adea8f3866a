import { invalidOption } from '../../conversion/options.ts';

/**
 * Which pages of a file are chosen, counted from 0, each once and in their order.
 * @param text numbers and ranges from 1: 1-3,5,9-
 * @throws ConversionError INVALID_OPTION when the file has no such page
 */
export function choosePages(text: string, count: number): number[] {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const [from = '', to = from] = part.split('-');
    const first = Number(from);
    const last = to === '' ? Math.max(first, count) : Number(to);
    if (first > count || last > count || last < first)
      throw invalidOption(`The option "pages" must name pages of the file, which has ${count}; ${part} does not.`);
    for (let page = first; page <= last; page++) chosen.add(page - 1);
  }
  return [...chosen].sort((a, b) => a - b);
}
