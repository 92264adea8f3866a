import type { FormatName } from '../../conversion/formats.ts';
import { detectByRules } from '../../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../detection/detection-bytes.ts';
import { readHead } from '../read-head.ts';

/** Texts have no signature. */
const TEXTS: readonly FormatName[] = ['txt', 'html'];

/**
 * Checks that the result is of the target format; the host checks that it is not empty.
 * @throws Error when it is not: a fault of ours
 */
export async function checkResult(path: string, format: FormatName): Promise<void> {
  if (TEXTS.includes(format)) return;
  const made = await detectByRules(await readHead(path, DETECTION_BYTES), `result.${format}`);
  if (made !== format) throw new Error(`calibre made ${made} and not ${format}`);
}
