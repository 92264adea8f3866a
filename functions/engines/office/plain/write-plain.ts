import { createWriteStream } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Options } from '../../../conversion/options.ts';
import { tooComplex } from '../../refusals.ts';
import { encodeText } from './encode-text.ts';
import { rewriteTable } from './rewrite-table.ts';

/** The largest text that is rewritten, in bytes; it is held in memory. */
const LARGEST = 400 * 1024 * 1024;
/** Characters that are encoded at a time. */
const CHUNK = 64 * 1024;

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const;

/** The options that are applied to a text or a table after LibreOffice has written it. */
const NAMES = ['encoding', 'line_ends', 'separator', 'quoting'] as const;

/**
 * Applies the options to a text that LibreOffice has written as UTF-8.
 * @param separator of the fields, where it is a table
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function restyleText(path: string, options: Options, separator?: string): Promise<void> {
  if (NAMES.every((name) => options[name] === undefined)) return;
  if ((await stat(path)).size > LARGEST) {
    throw tooComplex('The text is too large for these options. Divide it first.');
  }
  const restyled = `${path}.restyled`;
  await writeText(await readFile(path, 'utf8'), restyled, options, separator);
  await rename(restyled, path);
}

/** Writes a text by the options. */
export async function writeText(text: string, path: string, options: Options, separator?: string): Promise<void> {
  const chunks = separator === undefined ? linesOf(text, options) : rewriteTable(text, separator, options);
  const bytes = encodeText(chunks, String(options.encoding ?? 'utf-8'));
  await pipeline(Readable.from(bytes), createWriteStream(path));
}

function linesOf(text: string, { line_ends: ends }: Options): Iterable<string> {
  const wanted = LINE_ENDS[ends as keyof typeof LINE_ENDS] as string | undefined;
  return chunksOf(wanted === undefined ? text : text.replace(/\r\n?|\n/g, wanted));
}

/** Divides a text, but not within a surrogate pair. */
function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at + CHUNK - 1);
    const end = at + CHUNK + (code >= 0xd800 && code < 0xdc00 ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}
