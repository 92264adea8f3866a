import { attribute, tokensOf } from '../markup.ts';
import { unsupported } from '../refusals.ts';

/** How much of the beginning is looked at, in bytes. */
const BEGINNING = 64 * 1024;
/** Versions whose libraries and scenes were written in elements of other names. */
const OLD = /^1\.[0-3](?:\.\d{1,3})?$/;
const OLD_LIBRARY = '<library ';

/**
 * Refuses COLLADA of versions before 1.4, of which assimp finds nothing.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function refuseOldCollada(bytes: Buffer): void {
  if (!bytes.includes(OLD_LIBRARY)) return;
  const text = bytes.toString('latin1', 0, BEGINNING);
  for (const { kind, name, start, end } of tokensOf(text)) {
    if (kind !== 'open') continue;
    const version = attribute(text.slice(start, end), 'version')?.trim() ?? '';
    if (name !== 'collada' || !OLD.test(version)) return;
    throw unsupported(
      `The model is of COLLADA ${version}, of which 1.4 and 1.5 are read here. Save it as one of them first.`,
    );
  }
}
