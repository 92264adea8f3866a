import type { Block, Paragraph } from '../blocks/block.ts';
import { type CountFormat, type Marker, markerOf } from './list-marker.ts';

/** By how much the places of entries of one list differ at most, in points. */
const NEAR = 2;
/** The width of a digit, as a share of its size: numbers with more of them may begin further left. */
const DIGIT = 0.6;
/** How many lists of a kind may go on at once. */
const MOST_OPEN = 8;

/** A list whose entries are counted. */
export interface NumberedList {
  readonly format: CountFormat;
  /** The marker of its first entry, or the widest one on a slide, and the number of the first entry. */
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
  /** The widest of its markers. */
  widest: Marker;
  /** The block that began it, until another goes on with it. */
  readonly begun: number[];
  /** Whether it has more than one entry. */
  known: boolean;
  /** Lists that begin with the same marker, which may count in several ways. */
  readonly rivals: Set<OpenList>;
}

/** Numbered lists of a text: entries at the same place, each with the number after that of the one before. */
export class NumberedLists {
  readonly #open = new Map<string, OpenList[]>();

  /** The list of each block that is an entry of one; entries may go on with lists of blocks before. */
  find(blocks: readonly Block[]): (NumberedList | undefined)[] {
    return this.entries(blocks).map((entry) => entry?.list);
  }

  /** The same, with the number of each. */
  entries(blocks: readonly Block[]): (Entry | undefined)[] {
    const found: (Entry | undefined)[] = blocks.map(() => undefined);
    const begun: OpenList[] = [];
    for (const [index, block] of blocks.entries()) {
      const marker = block.kind === 'paragraph' ? markerOf(block) : undefined;
      if (!marker || marker.counts.length === 0) continue;
      const list = this.#next(marker);
      if (!list) begun.push(...this.#begin(marker, index));
      else {
        for (const first of list.begun.splice(0)) found[first] = { list, number: list.from };
        found[index] = { list, number: list.number };
      }
    }
    for (const list of begun) if (!list.known) this.#close(list);
    return found;
  }

  /** The list that goes on with a marker. */
  #next(marker: Marker): OpenList | undefined {
    for (const { format, number } of marker.counts) {
      const list = this.#open.get(kindOf(marker, format))?.findLast((open) => goesOn(open, marker, number));
      if (!list) continue;
      const widest = widthOf(marker) > widthOf(list.widest) ? marker : list.widest;
      Object.assign(list, { last: marker, number, widest, known: true });
      for (const rival of list.rivals) if (rival !== list) this.#close(rival);
      return list;
    }
    return undefined;
  }

  /** Lists that begin with a marker, one for each way in which it may count. */
  #begin(marker: Marker, index: number): OpenList[] {
    const rivals = new Set<OpenList>();
    return marker.counts.map(({ format, number }) => {
      const markers = { first: marker, last: marker, widest: marker };
      const list = { format, from: number, number, ...markers, begun: [index], known: false, rivals };
      rivals.add(list);
      const kind = kindOf(marker, format);
      this.#open.set(kind, [...(this.#open.get(kind) ?? []).slice(1 - MOST_OPEN), list]);
      return list;
    });
  }

  #close(list: OpenList): void {
    const kind = kindOf(list.first, list.format);
    this.#open.set(kind, this.#open.get(kind)?.filter((open) => open !== list) ?? []);
  }
}

const kindOf = ({ prefix, suffix }: Marker, format: CountFormat) => `${format}${prefix}${suffix}`;

function goesOn({ last, number }: OpenList, marker: Marker, next: number): boolean {
  const digits = marker.sign.length - last.sign.length;
  const apart = Math.abs(marker.start - last.start);
  return next === number + 1 && apart <= NEAR + Math.abs(digits) * marker.size * DIGIT;
}

/**
 * Numbered lists of a text on a slide, where all entries of one have the place of the widest number: behind anything else,
 * a list begins again there, with its next number.
 */
export function listsOnSlide(paragraphs: readonly Paragraph[]): (NumberedList | undefined)[] {
  const entries = new NumberedLists().entries(paragraphs);
  let run: NumberedList | undefined;
  return entries.map((entry, index) => {
    if (entry?.list !== entries[index - 1]?.list)
      run = entry && { ...entry.list, first: entry.list.widest, from: entry.number };
    return run;
  });
}

/** The width of a marker, with what is between it and its text. */
const widthOf = ({ start, text }: Marker) => text - start;
