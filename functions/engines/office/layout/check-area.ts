import { invalidOption } from '../../../conversion/options.ts';
import { SHEET } from '../limits.ts';

/**
 * Refuses cells that no sheet has.
 * @throws ConversionError INVALID_OPTION
 */
export function checkArea(area: string): void {
  for (const cell of area.toUpperCase().split(':')) {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (column <= SHEET.columns && Number(row) <= SHEET.rows) continue;
    throw invalidOption(`The option "print_area" names the cell ${cell}; the last one of a sheet is XFD1048576.`);
  }
}
