import { tooComplex } from '../refusals.ts';

/** Limits of conversions from and to workbooks: each cell is a value in memory here, and one in LibreOffice. */
export const LIMITS = {
  /** Cells of all sheets, with the empty ones before filled ones. */
  cells: 2_500_000,
  /** Bytes of a workbook as XML, which is one string in memory. */
  xml: 384 * 1024 * 1024,
} as const;

/** @throws ConversionError TOO_COMPLEX */
export function checkCells(cells: number): void {
  if (cells <= LIMITS.cells) return;
  throw tooComplex(
    `The sheets have more than the ${LIMITS.cells} cells that are converted to data. Choose csv instead.`,
  );
}
