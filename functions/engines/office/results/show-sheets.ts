import type { FormatName } from '../../../conversion/formats.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { inspect } from '../../read/inspect.ts';
import { UNREADABLE_WHEN_FLAT } from '../families.ts';
import { type Reopened, reopen } from '../reopen.ts';

/** The part of a package that marks hidden sheets, and the mark. */
const HIDDEN: Partial<Record<FormatName, readonly [part: string, mark: RegExp]>> = {
  xlsx: ['xl/workbook.xml', /hidden/i],
  ods: ['content.xml', /display=.false/],
};
/** The largest part that is searched, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Shows all sheets of an open workbook: instead of a hidden sheet, LibreOffice would write the one before.
 * @throws ConversionError TOO_COMPLEX
 */
export async function showSheets(opened: Reopened, job: EngineJob): Promise<void> {
  // Formats that LibreOffice cannot reopen have no hidden sheets.
  if (opened.parts < 2 || UNREADABLE_WHEN_FLAT.includes(job.sourceFormat) || hidesNone(job)) return;
  // In texts, LibreOffice escapes quotes.
  await reopen(opened, (xml) => xml.replaceAll('table:display="false"', 'table:display="true"'));
}

/** Whether a package has no hidden sheets; other formats are not searched. */
function hidesNone({ sourcePath, sourceFormat }: EngineJob): boolean {
  const [part, mark] = HIDDEN[sourceFormat] ?? [];
  if (!part || !mark) return false;
  const data = inspect(sourcePath, (read, size) => openZip(read, size).data(part, LARGEST));
  return data !== undefined && !mark.test(data.toString('latin1'));
}
