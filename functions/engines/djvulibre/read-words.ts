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
