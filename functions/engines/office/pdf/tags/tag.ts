import type { Box } from '../page.ts';

/** The cell of a table in the structure tree of a tagged PDF file. */
export interface CellPlace {
  readonly table: number;
  readonly row: number;
}

/** What the structure tree of a tagged PDF file says of a text. */
export interface Tag {
  /** The number of its paragraph, heading, list item or cell on the page. */
  readonly block: number;
  /** The level of its heading, from 1. */
  readonly level?: number;
  readonly cell?: CellPlace;
  /** Whether it is in no table, in a file that marks its tables. */
  readonly flowing?: boolean;
}

/** A text at its place on a page. */
export interface TaggedText extends Box {
  readonly tag: Tag;
}
