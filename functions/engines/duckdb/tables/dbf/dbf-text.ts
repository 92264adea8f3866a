import { isAscii } from 'node:buffer';
import { decodeBytes } from '../../../../detection/decode-bytes.ts';
import { legacyEncoding } from '../../../../detection/legacy-encoding.ts';
import { decodeCodePage, isCodePage } from '../../../code-pages.ts';

/** Decodes the texts of a table. */
export type DecodeText = (bytes: Buffer) => string;

/** Encodings by the id of the language driver in a table. */
const DRIVERS: Readonly<Record<number, string>> = {
  1: 'ibm437',
  2: 'ibm850',
  3: 'windows-1252',
  19: 'shift_jis',
  31: 'ibm852',
  38: 'ibm866',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  88: 'windows-1252',
  89: 'windows-1252',
  100: 'ibm852',
  101: 'ibm866',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  125: 'windows-1255',
  126: 'windows-1256',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};

/** Bytes of the texts that their encoding is detected from. */
const SAMPLE = 64 * 1024;
const NEVER_FAILS = 'windows-1252';

/**
 * Finds the encoding of the texts of a table: the first that is valid for all, UTF-8, that of the language driver, and the
 * one that fits their letters.
 * @param driver the id of a language driver
 */
export function textDecoder(texts: () => Iterable<Buffer>, driver: number): DecodeText {
  const ours = ['utf-8', DRIVERS[driver]].filter((name) => name !== undefined);
  const encoding = ours.find((name) => areAllIn(texts(), name)) ?? legacyEncoding(beginningOf(texts())) ?? NEVER_FAILS;
  return (bytes) => decode(bytes, encoding) ?? decodeBytes(bytes, encoding, { fatal: false });
}

function areAllIn(texts: Iterable<Buffer>, encoding: string): boolean {
  for (const text of texts) if (!isAscii(text) && decode(text, encoding) === undefined) return false;
  return true;
}

function beginningOf(texts: Iterable<Buffer>): Buffer {
  const foreign: Buffer[] = [];
  let length = 0;
  for (const text of texts) {
    if (length > SAMPLE) break;
    if (isAscii(text)) continue;
    foreign.push(text);
    length += text.length;
  }
  return Buffer.concat(foreign);
}

/** Decodes a text, whose last character may be truncated, since columns are short; nothing where it is invalid. */
function decode(bytes: Buffer, encoding: string): string | undefined {
  if (isCodePage(encoding)) return decodeCodePage(bytes, encoding);
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    return undefined;
  }
}
