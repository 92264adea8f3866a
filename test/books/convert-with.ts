import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { type Made, make } from '../support/engine.ts';

/** Converts with a real engine, as a worker does. */
export function convertWith(
  engine: Engine,
  source: Uint8Array,
  formats: readonly [FormatName, FormatName],
  options: Options = {},
  quality: Quality = 'medium',
): Promise<Made> {
  return make(engine, source, formats, { options, quality });
}
