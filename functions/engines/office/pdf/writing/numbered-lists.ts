import type { Block, Paragraph } from '../blocks/block.ts';
import { type CountFormat, type Marker, markerOf } from './list-marker.ts';

/** By how much the places of entries of one list differ at most, in points. */
const NEAR = 2;
/** The width of a digit, as a share of its size: numbers with more of them may begin further left. */
const DIGIT = 0.6;
/** How many lists may go on at once. */
const MOST_OPEN = 32;

/** A list whose entries are counted. */
export interface NumberedList {
  readonly format: CountFormat;
  /** The marker and the number of its first entry. */
  readonly first: Marker;
  readonly from: number;
  /** Its style, and the marker of the entry that was written first, as soon as one is. */
  written?: { readonly style: string; readonly marker: Marker };
}

/** An entry of a list, and its number. */
interface Entry {
  readonly list: OpenList;
  readonly number: number;
}

interface OpenList extends NumberedList {
  /** The marker and number of its last entry. */
  last: Marker;
  number: number;
  /** The block that began it, until another goes on with it, which shows that it is a list. */
  begun: number | undefined;
}

/** Numbered lists of a text: entries at the same place, each with the number after that of the one before. */
export class NumberedLists {
  #open: OpenList[] = [];

  /** The list of each block that is an entry of one; entries may go on with lists of blocks before. */
  find(blocks: readonly Block[]): (NumberedList | undefined)[] {
    return this.entries(blocks).map((entry) => entry?.list);
  }

  /** The same, with the number of each. */
  entries(blocks: readonly Block[]): (Entry | undefined)[] {
    const found: (Entry | undefined)[] = blocks.map(() => undefined);
    for (const [index, block] of blocks.entries()) {
      const marker = block.kind === 'paragraph' ? markerOf(block) : undefined;
      const list = marker && this.#open.findLast((open) => goesOn(open, marker));
      if (list) {
        if (list.begun !== undefined) found[list.begun] = { list, number: list.from };
        Object.assign(list, { last: marker, number: list.number + 1, begun: undefined });
        found[index] = { list, number: list.number };
      } else if (marker) this.#begin(marker, index);
    }
    this.#open = this.#open.filter(({ begun }) => begun === undefined);
    return found;
  }

  /** Begins a list with a number: an i is a Roman one, other letters are not. */
  #begin(marker: Marker, index: number): void {
    const count = marker.counts.find(({ number }) => number === 1) ?? marker.counts[0];
    if (!count) return;
    const { format, number } = count;
    const begun = { format, from: number, number, first: marker, last: marker, begun: index };
    this.#open = [...this.#open.slice(1 - MOST_OPEN), begun];
  }
}

function goesOn({ format, last, number }: OpenList, marker: Marker): boolean {
  if (marker.prefix !== last.prefix || marker.suffix !== last.suffix) return false;
  if (!marker.counts.some((count) => count.format === format && count.number === number + 1)) return false;
  const digits = Math.abs(marker.sign.length - last.sign.length);
  return Math.abs(marker.start - last.start) <= NEAR + digits * marker.size * DIGIT;
}

/** Numbered lists of a text on a slide: behind anything else, one begins again with its next number. */
export function listsOnSlide(paragraphs: readonly Paragraph[]): (NumberedList | undefined)[] {
  const entries = new NumberedLists().entries(paragraphs);
  let run: NumberedList | undefined;
  return entries.map((entry, index) => {
    if (entry?.list !== entries[index - 1]?.list) run = entry && { ...entry.list, from: entry.number };
    return run;
  });
}
