import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { unsupported } from '../../refusals.ts';
import { unreadable } from '../unreadable.ts';
import { objectsOf } from './archives.ts';
import { type CellValues, readCellValues } from './cell-values.ts';
import { hasValues } from './check-values.ts';
import { repairNumbers } from './repair-numbers.ts';

/**
 * Checks the values of a workbook of Numbers in LibreOffice's flat XML, and repairs their formats.
 * @param xml the file as a Latin-1 string
 * @throws ConversionError UNSUPPORTED_CONVERSION where LibreOffice has other values than Numbers
 */
export function readNumbers(xml: string, sourcePath: string): string {
  const values = valuesOf(sourcePath);
  if (values && hasValues(xml, values)) return repairNumbers(xml);
  throw unsupported(
    'The workbook has formulas that only Numbers knows, has numbers of more than eight digits, or was saved by Numbers before 2015: its values would be wrong. Export it from Numbers to Excel, and convert that.',
  );
}

function valuesOf(path: string): CellValues | undefined {
  try {
    return inspect(path, (read, size) => readCellValues(objectsOf(openZip(read, size))));
  } catch (error) {
    throw unreadable(error);
  }
}
