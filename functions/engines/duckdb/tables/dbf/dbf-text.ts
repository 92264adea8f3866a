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

/** Encodings by the numbers of their code pages. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  437: 'ibm437',
  850: 'ibm850',
  852: 'ibm852',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** Bytes of the texts that their encoding is detected from. */
const SAMPLE = 64 * 1024;
const NEVER_FAILS = 'windows-1252';

/**
 * Finds the encoding of the texts of a table: the first that is valid for all, of the declared one, UTF-8, that of the
 * language driver, and the one that fits their letters.
 * @param declared the content of a .cpg file
 * @param driver the id of a language driver
 */
export function textDecoder(texts: () => Iterable<Buffer>, declared: string | undefined, driver: number): DecodeText {
  const ours = [encodingNamed(declared), 'utf-8', DRIVERS[driver]].filter((name) => name !== undefined);
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

/** The encoding of a .cpg file, which has many notations: UTF-8, 1252, ANSI 1252, CP1251, 88591, ISO 8859-2, LDID/87, Big5. */
function encodingNamed(text: string | undefined): string | undefined {
  const name = text?.trim().toLowerCase() ?? '';
  const driver = /^ldid\/(\d{1,3})$/.exec(name)?.[1];
  if (driver) return DRIVERS[Number(driver)];
  const latin = /^(?:iso)?[ _-]?8859[ _-]?(\d{1,2})$/.exec(name)?.[1];
  const page = /^(?:(?:ansi|oem|cp|ibm|windows|ms)[ _-]?)?(\d{3,5})$/.exec(name)?.[1];
  const label = latin ? `iso-8859-${latin}` : page ? (CODE_PAGES[page] ?? `windows-${page}`) : name;
  return isKnown(label) ? label : undefined;
}

function isKnown(label: string): boolean {
  if (isCodePage(label)) return true;
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
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
