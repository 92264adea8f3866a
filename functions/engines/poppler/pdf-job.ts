import type { Options } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import type { PopplerOptions } from './options.ts';
import type { Box } from './page-box.ts';

/** A PDF file, and the job's folder. */
export type PdfFile = Pick<EngineJob, 'sourcePath' | 'folder'>;

/** The size of a page in points (1/72 inch), as it is shown. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A page of a file; its size is that of its crop box. */
export interface PdfPage extends PageSize {
  /** The first of a file is 1. */
  readonly number: number;
  /** Whether the file has a structure tree, which says what its texts are. */
  readonly tagged?: boolean;
  /** Whether its actual text may be in other places than the glyphs. */
  readonly misplaced?: boolean;
  /** Present where the crop box is only a part of the media box, within which poppler reads text. */
  readonly cropped?: { readonly box: Box; readonly media: PageSize };
}

/** A job with the pages that it converts. */
export interface PdfJob extends PdfFile, Pick<EngineJob, 'targetFormat' | 'quality' | 'handsOver'> {
  readonly options: Options & PopplerOptions;
  /** The pages to convert, in this order. */
  readonly pages: readonly PdfPage[];
  /** The numbers in the names of their files. @default their own numbers */
  readonly numbers?: readonly number[] | undefined;
  /** Called with the number of further pages that are done. */
  readonly onPages: (count: number) => void;
}

/** A range of pages; the first page of a file is 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Writes a target. */
export type PdfWriter = (job: PdfJob) => Promise<EngineResult>;
