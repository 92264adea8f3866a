import { legacyEncoding } from '../../detection/legacy-encoding.ts';
import { decodeCodePage } from '../code-pages.ts';

/** Decodes the bytes of a name. */
export type DecodeName = (name: Buffer) => string;

/**
 * Makes a decoder for the names of an archive: UTF-8 where they are valid, else the encoding detected from all of them.
 * @param names of all entries
 * @param zipped whether it is a zip, whose default is code page 437
 */
export function nameDecoder(names: readonly Buffer[], zipped: boolean): DecodeName {
  const foreign = names.filter((name) => utf8(name) === undefined);
  const encoding = foreign.length > 0 ? legacyEncoding(Buffer.concat(foreign)) : undefined;
  // Names in a zip without the UTF-8 flag are in code page 437 (APPNOTE.TXT D.1).
  const other = (name: Buffer) =>
    decode(name, encoding) ?? (zipped ? decodeCodePage(name, 'ibm437') : new TextDecoder('windows-1252').decode(name));
  return (name) => utf8(name) ?? other(name);
}

function utf8(name: Buffer): string | undefined {
  return decode(name, 'utf-8');
}

function decode(name: Buffer, encoding: string | undefined): string | undefined {
  try {
    return encoding && new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return undefined;
  }
}
