import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import { unreadableFile } from '../refusals.ts';
import { LIMITS, runDjvulibre, unreadable } from './run-djvulibre.ts';

/** The offset of the content of the outermost chunk, after the magic `AT&T` and its type and length. */
const CONTENT = 12;
/** What djvutxt writes for a page that it cannot find or read. */
const FAILED = /^failed$/m;

/**
 * Lists the words of all pages of a DjVu file; a page without any is an empty list.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function listWords({ sourcePath, folder }: EngineJob): Promise<readonly PageWords[]> {
  // The outermost chunk of a truncated file ends past the end of the file.
  inspect(sourcePath, (read, size) => {
    const file = new ByteReader(read, size, unreadable);
    if (CONTENT + file.u32be(CONTENT - 4) > size) file.refuse('truncated');
  });
  const path = join(folder, 'words.txt');
  const run = { folder, source: sourcePath, fileSize: LIMITS.text };
  await runDjvulibre('djvutxt', ['-detail=word', sourcePath, path], run);
  const listing = await readFile(path, 'utf8');
  const pages = FAILED.test(listing) ? [] : readWords(listing);
  if (pages.length > 0) return pages;
  throw unreadableFile(
    'The file is damaged, or an indirect document, whose pages are in other files: bundle them into one file first.',
  );
}

/** A word on a page: the edges of its box, in pixels from the lower left corner. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The words of a page, and its dimensions in pixels. */
export interface PageWords {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
}

/** The beginning of a zone with its box, a quoted text, or the end of a zone. */
const TOKEN = /\((\w+) (-?\d+) (-?\d+) (-?\d+) (-?\d+)|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"?|[()]/g;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '', b: '' };

/** Reads the words of each page, as djvutxt lists them: a page without any is an empty list. */
export function readWords(listing: string): PageWords[] {
  const pages: PageWords[] = [];
  let [depth, box]: [number, readonly number[]] = [0, [0, 0, 0, 0]];
  let words: Word[] = [];
  for (const [token, zone, ...found] of listing.matchAll(TOKEN)) {
    if (token === ')') depth--;
    else if (token.startsWith('"')) {
      const [left = 0, bottom = 0, right = 0, top = 0] = box;
      words.push({ text: unescaped(found[4] ?? ''), left, bottom, right, top });
    } else {
      if (zone !== undefined) box = found.slice(0, 4).map(Number);
      if (depth++ > 0) continue;
      const [left = 0, bottom = 0, right = 0, top = 0] = zone === undefined ? [] : box;
      words = [];
      pages.push({ width: right - left, height: top - bottom, words });
    }
  }
  return pages;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal?: string, letter = '') =>
    octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
