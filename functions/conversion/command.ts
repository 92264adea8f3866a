import { DETECTION_BYTES, detectFormat } from '../detection/detect.ts';
import type { Engine } from '../engines/engine.ts';
import { chooseEngine } from './catalogue.ts';
import { ConversionError } from './errors.ts';
import { type FormatName, findFormat } from './formats.ts';
import { DEFAULT_QUALITY, findQuality, QUALITIES, type Quality } from './quality.ts';

/** What a client wrote into the fields of a convert request. */
export interface ConversionFields {
  readonly target_format?: string | undefined;
  readonly quality?: string | undefined;
}

/** The fields, understood. */
export interface ConversionWish {
  readonly targetFormat: FormatName;
  readonly quality: Quality;
}

/** A validated order for a conversion. */
export interface ConversionCommand extends ConversionWish {
  readonly filename: string;
  readonly sourceFormat: FormatName;
  readonly engine: Engine;
}

/**
 * Understands the fields of a request.
 * @throws ConversionError MISSING_TARGET_FORMAT, UNSUPPORTED_CONVERSION (no such format) or INVALID_QUALITY
 */
export function readFields(fields: ConversionFields): ConversionWish {
  return { targetFormat: readTargetFormat(fields.target_format), quality: readQuality(fields.quality) };
}

/**
 * Joins a wish with the file it is for.
 * @param head the beginning of the file, `DETECTION_BYTES` of it or all
 * @throws ConversionError UNKNOWN_FORMAT or UNSUPPORTED_CONVERSION
 */
export async function readCommand(
  wish: ConversionWish,
  filename: string,
  head: Uint8Array,
): Promise<ConversionCommand> {
  return planCommand(wish, filename, await detectFormat(head.subarray(0, DETECTION_BYTES), filename));
}

/**
 * Joins a wish with a file of which it is known what it is.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function planCommand(wish: ConversionWish, filename: string, sourceFormat: FormatName): ConversionCommand {
  return { ...wish, filename, sourceFormat, engine: chooseEngine(sourceFormat, wish.targetFormat) };
}

function readTargetFormat(word: string | undefined): FormatName {
  if (!word?.trim()) {
    throw new ConversionError(
      'MISSING_TARGET_FORMAT',
      '"target_format" is missing. Name the format to convert to, for example png.',
    );
  }
  const format = findFormat(word);
  if (format) return format;
  throw new ConversionError(
    'UNSUPPORTED_CONVERSION',
    `${quote(word)} is no target_format of this service. GET /api/v1/formats lists them all.`,
  );
}

function readQuality(word: string | undefined): Quality {
  if (!word?.trim()) return DEFAULT_QUALITY;
  const quality = findQuality(word);
  if (quality) return quality;
  throw new ConversionError('INVALID_QUALITY', `${quote(word)} is no quality. Use one of: ${QUALITIES.join(', ')}.`);
}

/** A client's word in a message: short, and without control characters. */
function quote(word: string): string {
  const clean = word.replace(/\p{C}/gu, '').trim();
  return `"${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}"`;
}
