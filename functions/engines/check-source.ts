import { stat } from 'node:fs/promises';
import { LARGEST_UPLOAD } from '../conversion/conversion.ts';
import { fileTooLarge } from '../conversion/file-size.ts';
import type { FormatName } from '../conversion/formats.ts';
import { detectByRules } from '../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../detection/detection-bytes.ts';
import { readHead } from './read-head.ts';
import { unreadableFile } from './refusals.ts';

/**
 * Checks a source again: a client may replace an upload after its format has been detected.
 * @throws ConversionError FILE_TOO_LARGE, UNKNOWN_FORMAT or UNREADABLE_FILE
 */
export async function checkSource(path: string, format: FormatName, filename: string): Promise<void> {
  if ((await stat(path)).size > LARGEST_UPLOAD) throw fileTooLarge();
  const head = await readHead(path, DETECTION_BYTES);
  if ((await detectByRules(head, filename)) === format) return;
  throw unreadableFile(`The file was replaced after its upload: it was ${format} before. Upload it again.`);
}
