import { attribute, tokensOf } from '../markup.ts';
import { unsupported } from '../refusals.ts';

/** Bytes that are searched for the version. */
const BEGINNING = 64 * 1024;
/** Versions with other names of elements. */
const OLD = /^1\.[0-3](?:\.\d{1,3})?$/;
const OLD_LIBRARY = '<library ';

/**
 * Refuses COLLADA before version 1.4, in which assimp finds nothing.
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
      `The model is in COLLADA ${version}; only 1.4 and 1.5 can be read here. Save it as one of them first.`,
    );
  }
}
