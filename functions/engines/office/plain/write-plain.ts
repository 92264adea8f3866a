import { createWriteStream } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options } from '../../../conversion/options.ts';
import { tooComplex } from '../../refusals.ts';
import { encodeText } from './encode-text.ts';
import { rewriteTable, tableStyle } from './rewrite-table.ts';

/** The largest text that is written anew, in bytes; it is held in memory. */
const LARGEST = 400 * 1024 * 1024;
/** How many characters are encoded at a time. */
const PIECE = 64 * 1024;

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const;

/** The options that are done when a text or a table has been written as ever. */
const NAMES = ['encoding', 'line_ends', 'separator', 'quoting'] as const;

/**
 * Writes a text that LibreOffice has written as UTF-8 as it is asked for.
 * @param separator of the fields, where it is a table
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function restyleText(path: string, options: Options, separator?: string): Promise<void> {
  if (NAMES.every((name) => options[name] === undefined)) return;
  if ((await stat(path)).size > LARGEST) {
    throw tooComplex('The text is too large to be written anew. Divide it first.');
  }
  const restyled = `${path}.restyled`;
  await writeText(await readFile(path, 'utf8'), restyled, options, separator);
  await rename(restyled, path);
}

/** Writes a text as it is asked for. */
export async function writeText(text: string, path: string, options: Options, separator?: string): Promise<void> {
  const pieces = separator === undefined ? linesOf(text, options) : tableOf(text, options, separator);
  const bytes = encodeText(pieces, String(options.encoding ?? 'utf-8'));
  await pipeline(Readable.from(bytes), createWriteStream(path));
}

function tableOf(text: string, options: Options, separator: string): Iterable<string> {
  return rewriteTable(text, separator, tableStyle(options, separator));
}

function linesOf(text: string, { line_ends: ends }: Options): Iterable<string> {
  const wanted = LINE_ENDS[ends as keyof typeof LINE_ENDS] as string | undefined;
  return piecesOf(wanted === undefined ? text : text.replace(/\r\n?|\n/g, wanted));
}

/** Divides a text, but not within a character beyond the basic plane. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at + PIECE - 1);
    const end = at + PIECE + (code >= 0xd800 && code < 0xdc00 ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
