import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { unsupported } from '../../refusals.ts';
import { unreadable } from '../unreadable.ts';
import { objectsOf } from './archives.ts';
import { type CellValues, readCellValues } from './cell-values.ts';
import { hasValues } from './check-values.ts';
import { mendNumbers } from './mend-numbers.ts';

/**
 * A workbook of Numbers as LibreOffice has written it as one XML file, with numbers that are shown as they were.
 * @param xml its bytes as letters of Latin-1
 * @throws ConversionError UNSUPPORTED_CONVERSION where LibreOffice has other values than there were
 */
export function readNumbers(xml: string, sourcePath: string): string {
  const values = valuesOf(sourcePath);
  if (values && hasValues(xml, values)) return mendNumbers(xml);
  throw unsupported(
    'The workbook has formulas that only Numbers knows, numbers of more than eight digits, or is of a Numbers before 2015, and would come out with wrong values. Export it as Excel where it was made, and convert that.',
  );
}

function valuesOf(path: string): CellValues | undefined {
  try {
    return inspect(path, (read, size) => readCellValues(objectsOf(openZip(read, size))));
  } catch (error) {
    throw unreadable(error);
  }
}
