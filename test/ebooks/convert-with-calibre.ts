import type { FormatName } from '../../functions/conversion/formats.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { convertBytes } from '../support/engine.ts';

/** Converts with the real engine, as a worker does. */
export async function convertWithCalibre(
  source: Uint8Array | string,
  from: FormatName,
  to: FormatName,
): Promise<Buffer> {
  const { format, file } = await convertBytes(calibre, source, [from, to]);
  if (format !== to) throw new Error(`it became ${format}`);
  return file;
}
