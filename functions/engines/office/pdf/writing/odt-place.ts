import type { Block } from '../blocks/block.ts';
import type { Run } from '../page.ts';
import type { Border } from './borders.ts';
import type { OdtStyles } from './odt-styles.ts';

/** The width of the lines around cells and beside paragraphs, in points. */
export const RULE = 0.5;

/** The context of writing a block. */
export interface OdtPlace {
  readonly styles: OdtStyles;
  /** Whether a column begins with it. */
  readonly column: boolean;
  /** The distance from the block before, or from the top of the text, in points. */
  readonly gap: number;
  /** The line above, below or beside a paragraph. */
  readonly border?: Border | undefined;
  /** What is free below a paragraph, in points. */
  readonly below?: number;
  /** The width of the text area, in points. */
  readonly width: number;
  /** How far its lines may end from the edge of the text area and still be set beyond it a little, in points. @default never */
  readonly tight?: number;
  /** Whether it is on a slide: letters cannot be scaled there, and in links there are no spans. */
  readonly slide?: boolean;
  /** Whether its list indents it. */
  readonly listed?: boolean;
  /** The run whose look the number of its list has. */
  readonly mark?: Run;
  /** The name that a picture's file has in the package. */
  readonly pictureName: (path: string) => string;
  /** The colour of the cell that it is in. */
  readonly ground?: string | undefined;
}

/**
 * What is free above each of some blocks below each other, less where those before take more room, and where they end.
 * @param borders of blocks, which take room as well
 */
export function gapsOf(
  blocks: readonly Block[],
  top: number,
  borders: ReadonlyMap<Block, Border> = new Map(),
): { gaps: number[]; bottom: number } {
  let bottom = top;
  const gaps = blocks.map((block) => {
    const { side, space = 0 } = borders.get(block) ?? {};
    const [above, below] = [side === 'top' ? space : 0, side === 'bottom' ? space : 0];
    const gap = Math.max(0, block.top - above - bottom);
    bottom += gap + above + block.bottom - block.top + below;
    return gap;
  });
  return { gaps, bottom };
}
