import type { PageSize } from '../poppler/pdf-job.ts';

/** The resolution, in pixels per inch, at which tesseract recognises best, whatever that of the scan. */
export const RESOLUTION = 300;

/** The rendered picture of a page. */
export interface DrawnPage {
  readonly path: string;
  /** Its resolution in pixels per inch. */
  readonly dpi: number;
  /** The size of the page. */
  readonly size: PageSize;
}

/** A page whose text is to be recognised. */
export interface UnreadPage {
  /** The first of a file is 1. */
  readonly number: number;
  /**
   * Renders it in a folder.
   * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
   */
  draw(folder: string): Promise<DrawnPage>;
}
