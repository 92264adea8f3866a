import type { PageSize } from '../poppler/pdf-job.ts';

/** Pixels to the inch at which tesseract reads best, whatever a scan has. */
export const RESOLUTION = 300;

/** The picture of a page, which is to be read. */
export interface DrawnPage {
  readonly path: string;
  /** Its pixels to the inch. */
  readonly dpi: number;
  /** The size of the page. */
  readonly size: PageSize;
}

/** A page to be read. */
export interface UnreadPage {
  /** The first of a file is 1. */
  readonly number: number;
  /**
   * Draws it in a folder.
   * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
   */
  draw(folder: string): Promise<DrawnPage>;
}
