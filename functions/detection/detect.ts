import { fileTypeFromBuffer } from 'file-type';
import { ConversionError } from '../conversion/errors.ts';
import { type FormatName, findFormat } from '../conversion/formats.ts';
import { detectDocument } from './detect-document.ts';
import { detectMedia } from './detect-media.ts';
import { detectPicture } from './detect-picture.ts';
import { detectRaster } from './detect-raster.ts';
import type { Detect, Sample } from './sample.ts';

/** How much of a file's beginning detection looks at, in bytes. */
export const DETECTION_BYTES = 1024 * 1024;

/** Our own rules, the surest first; what none of them knows is taken as file-type says. */
const RULES: readonly Detect[] = [detectRaster, detectPicture, detectMedia, detectDocument];

/** Texts that file-type names by their first words, which are no proof. */
const TEXTS: readonly string[] = ['xml'];

/**
 * What a file is, judged by its content; the name decides only where content cannot tell.
 * @param beginning the first `DETECTION_BYTES` of the file, or all of it
 * @throws ConversionError UNKNOWN_FORMAT
 */
export async function detectFormat(beginning: Uint8Array, filename: string): Promise<FormatName> {
  const head = beginning.subarray(0, DETECTION_BYTES);
  const sample: Sample = { head, filename, seen: await lookUp(head) };
  for (const detect of RULES) {
    const format = detect(sample);
    if (format) return format;
  }
  const format = sample.seen && findFormat(sample.seen.ext);
  if (format) return format;
  throw new ConversionError(
    'UNKNOWN_FORMAT',
    sample.seen
      ? `The content of the file looks like ${sample.seen.ext}, which this service does not read.`
      : 'The content of the file is of no format that this service knows.',
  );
}

async function lookUp(head: Uint8Array): Promise<Sample['seen']> {
  const seen = await fileTypeFromBuffer(head).catch(() => undefined);
  return seen && !TEXTS.includes(seen.ext) ? seen : undefined;
}
