import { legacyEncoding } from '../../detection/legacy-encoding.ts';
import { decodeCodePage } from '../code-pages.ts';

/** How names are read that are not in UTF-8. */
export type DecodeName = (name: Buffer) => string;

/**
 * Reads the names of an archive: in UTF-8 where they are that, else in the encoding that the letters of all of them tell.
 * @param names those that stand in it
 * @param zipped whether it is a zip, whose names are in the code page of the first PC by default
 */
export function nameDecoder(names: readonly Buffer[], zipped: boolean): DecodeName {
  const foreign = names.filter((name) => utf8(name) === undefined);
  const encoding = foreign.length > 0 ? legacyEncoding(Buffer.concat(foreign)) : undefined;
  // Zip files that do not say that they are in UTF-8 are in that code page (APPNOTE.TXT D.1).
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
