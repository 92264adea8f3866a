import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { office } from '../../functions/engines/office.ts';
import { type ConvertedBytes, convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';

/** Converts with the real engine, as a worker does. */
export function convertWithOffice(
  source: Uint8Array,
  from: FormatName,
  to: FormatName,
  quality: Quality = 'medium',
  options: Options = {},
  engine = office,
): Promise<ConvertedBytes> {
  return convertBytes(engine, source, [from, to], { quality, options });
}

/** The code with which a conversion to PDF fails, or `none`. */
export const failureOf = (source: Uint8Array, from: FormatName) => codeOf(convertWithOffice(source, from, 'pdf'));
