import type { Box, Line, PagePicture, Run } from './page.ts';

export type Alignment = 'start' | 'center' | 'end' | 'justify';

/** Text that belongs together. */
export interface Paragraph extends Box {
  readonly kind: 'paragraph';
  readonly runs: readonly Run[];
  /** The lines that they stood in. */
  readonly lines: readonly Line[];
  readonly align: Alignment;
  /** How far in it stands, and its first line beyond that, in points. */
  readonly indent: number;
  readonly firstIndent: number;
  /** How much is free at the right of its longest line, in points. */
  readonly room: number;
  /** From one line to the next, in points. */
  readonly leading: number;
  /** Where tabulators in it lead, in points from its region's left. */
  readonly tabs: readonly number[];
  /** Of a heading: its level, from 1 on. */
  readonly level?: number;
}

/** Cells in rows; each cell is at a column and may reach over more of them. */
export interface Table extends Box {
  readonly kind: 'table';
  readonly indent: number;
  /** Whether lines are drawn around its cells. */
  readonly ruled?: boolean;
  /** In points. */
  readonly columns: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Cell {
  readonly column: number;
  readonly span: number;
  /** How many rows it reaches over. @default 1 */
  readonly rows?: number;
  readonly runs: readonly Run[];
  readonly align: Alignment;
}

/** A picture in the text. */
export interface PictureBlock extends PagePicture {
  readonly kind: 'picture';
  readonly indent: number;
}

/** What a page is made of, in the order in which it is read. */
export type Block = Paragraph | Table | PictureBlock;
