import type { Options } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import type { PopplerOptions } from './options.ts';

/** A source, and where it is worked on. */
export type PdfFile = Pick<EngineJob, 'sourcePath' | 'folder'>;

/** The size of a page in points (1/72 inch), as it is shown. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A page of a file. */
export interface PdfPage extends PageSize {
  /** The first of a file is 1. */
  readonly number: number;
}

/** A conversion of a file whose pages are known. */
export interface PdfJob extends PdfFile, Pick<EngineJob, 'targetFormat' | 'quality' | 'handsOver'> {
  readonly options: Options & PopplerOptions;
  /** The pages to convert, in this order. */
  readonly pages: readonly PdfPage[];
  /** What their files are numbered by. @default their own numbers */
  readonly numbers?: readonly number[] | undefined;
  /** To be called when so many more pages are done. */
  readonly onPages: (count: number) => void;
}

/** Pages in a row; the first page of a file is 1. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Writes what a file becomes. */
export type PdfWriter = (job: PdfJob) => Promise<EngineResult>;
