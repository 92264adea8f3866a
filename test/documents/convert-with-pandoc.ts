import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { type Made, make } from '../support/engine.ts';

/** Converts with the real engine, as a worker does. */
export function convertWithPandoc(
  source: Uint8Array | string,
  from: FormatName,
  to: FormatName,
  engine = pandoc,
): Promise<Made> {
  return make(engine, source, [from, to]);
}
