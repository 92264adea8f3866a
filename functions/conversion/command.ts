import { DETECTION_BYTES, detectFormat } from '../detection/detect.ts';
import type { Engine } from '../engines/engine.ts';
import { optionsFor } from './catalogue.ts';
import { chooseEngine, knownOptions } from './choose-engine.ts';
import { ConversionError } from './errors.ts';
import { type FormatName, findFormat } from './formats.ts';
import { checkOptions, type GivenOptions, isEmpty, type Options, readOptions, separateSecrets } from './options.ts';
import { DEFAULT_QUALITY, findQuality, QUALITIES, type Quality } from './quality.ts';
import { quote } from './quote.ts';

/** The fields of a convert request, as the client wrote them. */
export interface ConversionFields {
  readonly target_format?: string | undefined;
  readonly quality?: string | undefined;
  readonly options?: GivenOptions;
  readonly webhook_url?: string | undefined;
}

/** The parsed fields. */
export interface ConversionSettings {
  readonly targetFormat: FormatName;
  readonly quality: Quality;
  readonly options: Options;
  /** The options that no response shows, such as passwords. */
  readonly secrets: Options;
  /** A URL that its events are sent to besides. @default only to the webhooks of the account */
  readonly webhookUrl?: string | undefined;
}

/** A validated request for a conversion. */
export interface ConversionCommand extends ConversionSettings {
  readonly filename: string;
  readonly sourceFormat: FormatName;
  readonly engine: Engine;
}

/**
 * Parses the fields of a request.
 * @throws ConversionError MISSING_TARGET_FORMAT, UNSUPPORTED_CONVERSION (no such format), INVALID_QUALITY or
 * INVALID_OPTION
 */
export function readFields(fields: ConversionFields): ConversionSettings {
  const targetFormat = readTargetFormat(fields.target_format);
  const quality = readQuality(fields.quality);
  const webhookUrl = fields.webhook_url?.trim();
  const settings = { targetFormat, quality, ...readOptionFields(fields.options, targetFormat) };
  return webhookUrl ? { ...settings, webhookUrl } : settings;
}

function readOptionFields(given: GivenOptions | undefined, target: FormatName) {
  if (!given || isEmpty(given)) return { options: {}, secrets: {} };
  const known = optionsFor(target);
  return separateSecrets(readOptions(given, target, known), known);
}

/**
 * Detects the format of a file, and makes the command for it.
 * @param head the beginning of the file, at least `DETECTION_BYTES` of it or all
 * @throws ConversionError UNKNOWN_FORMAT, UNSUPPORTED_CONVERSION or INVALID_OPTION
 */
export async function readCommand(
  settings: ConversionSettings,
  filename: string,
  head: Uint8Array,
): Promise<ConversionCommand> {
  return planCommand(settings, filename, await detectFormat(head.subarray(0, DETECTION_BYTES), filename));
}

/**
 * Makes the command for a file whose format is known.
 * @throws ConversionError UNSUPPORTED_CONVERSION or INVALID_OPTION
 */
export function planCommand(
  settings: ConversionSettings,
  filename: string,
  sourceFormat: FormatName,
): ConversionCommand {
  const { targetFormat, options, secrets } = settings;
  const engine = chooseEngine(sourceFormat, targetFormat, options);
  const pair = `${sourceFormat} to ${targetFormat}`;
  checkOptions({ ...options, ...secrets }, pair, knownOptions(sourceFormat, targetFormat, engine, options));
  return { ...settings, filename, sourceFormat, engine };
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
