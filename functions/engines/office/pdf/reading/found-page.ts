import type { Table } from '../blocks/block.ts';
import type { Figure } from '../graphics/figure.ts';
import type { Drawn } from '../graphics/find-pictures.ts';
import type { Rules } from '../graphics/find-rules.ts';
import type { Stamp } from '../graphics/find-stamps.ts';
import type { Ground, Pixels } from '../graphics/pixels.ts';
import type { Box, InlinePicture, Line, Page, PagePicture } from '../page.ts';
import type { Word } from '../words/read-words.ts';

/** What was found on a page: its words, joined to lines, and what else is drawn. */
export interface FoundPage extends Pick<Page, 'width' | 'height'> {
  readonly words: readonly Word[];
  readonly upright: readonly Line[];
  readonly rotated: readonly Line[];
  readonly rules: Rules;
  /** Missing where Poppler could not draw the page. */
  readonly ground?: Ground | undefined;
  /** The parts of its ground, which are found once. */
  readonly partsOf: () => readonly Box[];
  /** Stamps on a page of a text; their words are in no line. */
  readonly stamps: readonly Stamp[];
  /** The boxes to mark that are words of its lines. */
  readonly marks: readonly Box[];
  /** Whether its words were recognised in a picture. */
  readonly scanned: boolean;
}

/** A part of what is drawn on a page, which becomes a picture. */
export interface CutOut extends Drawn, Pick<PagePicture, 'words' | 'formula'> {
  readonly pixels: Pixels;
}

/** A figure, and its page with all words. */
export interface DrawnFigure extends Figure {
  readonly pixels: Pixels;
}

/** The content of a page before its pictures are written. */
export interface PageParts extends Pick<Page, 'bars' | 'dividers' | 'edges' | 'rotated' | 'sheet'> {
  readonly lines: readonly Line[];
  readonly tables: readonly Table[];
  readonly cutOuts: readonly CutOut[];
  /** The pictures in its lines. */
  readonly inline?: readonly (Box & Pick<InlinePicture, 'path'>)[];
}
