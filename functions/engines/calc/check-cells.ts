import { tooComplex } from '../refusals.ts';
import { LIMITS } from './limits.ts';

/** @throws ConversionError TOO_COMPLEX */
export function checkCells(cells: number): void {
  if (cells <= LIMITS.cells) return;
  throw tooComplex(
    `The sheets have more than the ${LIMITS.cells} cells that are converted to data. Choose csv instead.`,
  );
}
