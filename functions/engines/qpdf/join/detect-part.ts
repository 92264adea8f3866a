import { stat } from 'node:fs/promises';
import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { cannotBeJoined } from '../../../conversion/parts.ts';
import { detectByRules } from '../../../detection/detect-by-rules.ts';
import { DETECTION_BYTES } from '../../../detection/detection-bytes.ts';
import { qpdf } from '../../qpdf.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { sharp } from '../../sharp.ts';
import type { PartFile } from './unpack-parts.ts';

/** A file that is to be joined, and its format. */
export interface DetectedPart extends PartFile {
  readonly format: FormatName;
  /** Whether another engine has to convert it to PDF first. */
  readonly foreign: boolean;
}

/** Detects the format of a file. @throws ConversionError with its number and name */
export async function detectPart(file: PartFile): Promise<DetectedPart> {
  try {
    if ((await stat(file.path).catch(() => undefined)) === undefined) throw unreadableFile('it is empty.');
    const format = await detectByRules(await readHead(file.path, DETECTION_BYTES), file.name);
    return { ...file, format, foreign: format !== 'pdf' && !(await isPicture(format)) };
  } catch (error) {
    throw error instanceof ConversionError ? cannotBeJoined(file, error) : error;
  }
}

/** Whether a format is a picture that this engine reads. */
async function isPicture(format: FormatName): Promise<boolean> {
  if (!sharp.conversions[format]?.includes('pdf')) return false;
  // sharp is loaded only where there are pictures.
  const { isReadableWith } = await import('./pdf-of-picture.ts');
  return isReadableWith(qpdf.worker.layers, format);
}
