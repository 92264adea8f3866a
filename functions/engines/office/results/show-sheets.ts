import type { FormatName } from '../../../conversion/formats.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { inspect } from '../../read/inspect.ts';
import { UNREADABLE_WHEN_FLAT } from '../families.ts';
import { type Reopened, reopen } from '../reopen.ts';

/** The part of a package that says which sheets are hidden, and what it says then. */
const TELLING: Partial<Record<FormatName, readonly [part: string, said: RegExp]>> = {
  xlsx: ['xl/workbook.xml', /hidden/i],
  ods: ['content.xml', /display=.false/],
};
/** A part that is larger is not looked at, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Shows all sheets of an open workbook: LibreOffice chooses no hidden one, and would write the one before in its place.
 * @throws ConversionError TOO_COMPLEX
 */
export async function showSheets(opened: Reopened, job: EngineJob): Promise<void> {
  // Those that LibreOffice cannot reopen are older than hidden sheets.
  if (opened.parts < 2 || UNREADABLE_WHEN_FLAT.includes(job.sourceFormat) || hidesNone(job)) return;
  // LibreOffice writes quotes within texts in another way.
  await reopen(opened, (xml) => xml.replaceAll('table:display="false"', 'table:display="true"'));
}

/** Whether a package says that it has no hidden sheets; others are not looked into. */
function hidesNone({ sourcePath, sourceFormat }: EngineJob): boolean {
  const [part, said] = TELLING[sourceFormat] ?? [];
  if (!part || !said) return false;
  const data = inspect(sourcePath, (read, size) => openZip(read, size).data(part, LARGEST));
  return data !== undefined && !said.test(data.toString('latin1'));
}
