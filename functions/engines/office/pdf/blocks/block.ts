import type { Box, Line, PagePicture, Run } from '../page.ts';

export type Alignment = 'start' | 'center' | 'end' | 'justify';

/** A paragraph. */
export interface Paragraph extends Box {
  readonly kind: 'paragraph';
  readonly runs: readonly Run[];
  /** Its lines on the page. */
  readonly lines: readonly Line[];
  readonly align: Alignment;
  /** Its left indent, and that of its first line beyond it, in points. */
  readonly indent: number;
  readonly firstIndent: number;
  /** The free width to the right of its longest line, in points. */
  readonly room: number;
  /** The distance from baseline to baseline, in points. */
  readonly leading: number;
  /** Its tab stops, in points from the left of its region. */
  readonly tabs: readonly number[];
  /** The level of a heading, from 1. */
  readonly level?: number;
}

/** A table: rows of cells, which may span several columns and rows. */
export interface Table extends Box {
  readonly kind: 'table';
  readonly indent: number;
  /** The colour of the lines that are drawn around its cells, if there are any. */
  readonly ruled?: string;
  /** In points. */
  readonly columns: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** In points. */
  readonly heights: readonly number[];
}

export interface Cell {
  readonly column: number;
  readonly span: number;
  /** The row span. @default 1 */
  readonly rows?: number;
  readonly runs: readonly Run[];
  /** Its lines on the page. */
  readonly lines: readonly Line[];
  readonly align: Alignment;
  /** How it looks, if not as all cells of its table. */
  readonly look?: CellLook;
}

/** The colour of a cell, if it is not transparent, and those of the lines around it. */
export interface CellLook {
  readonly fill?: string;
  readonly edges: { readonly [side in keyof Box]?: string };
}

/** A picture in the text. */
export interface PictureBlock extends PagePicture {
  readonly kind: 'picture';
  readonly indent: number;
}

/** A block of a page; blocks are in reading order. */
export type Block = Paragraph | Table | PictureBlock;
