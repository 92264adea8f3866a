/** A string of two to eight Arabic characters in UTF-16BE, as hexadecimal digits. */
const ARABIC = /(<(?:feff)?)((?:06[0-9a-f]{2}){2,8})(?=>)/gi;
/** What holds such strings: the mappings of a ToUnicode CMap, and the actual text of marked content. */
const HOLDERS = [
  ['beginbf', 'endbf'],
  ['/ActualText', '>'],
] as const;
/** Actual text that is a mark of direction or a zero-width space alone, or a zero-width non-joiner. */
const MARK = /(?<=<feff)(?:202[a-e]|200b)(?=>)/gi;
const JOINER = /(?<=<feff)200c(?=>)/gi;
const SPACE = '0020';
/** A character with its combining marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/** What begins marked content with actual text, and how long it is with it at most, in bytes. */
const SPAN = '/Span';
const LONGEST = 1024;
/** Such content around a text object with its own matrix: its beginning, that of the text, the text, and the end of both. */
const AROUND =
  /^(\/Span\s{0,2}<<\s{0,2}\/ActualText\s{0,2}(?:\((?:[^()\\]|\\.)*\)|<[\da-f]*>)\s{0,2}>>\s{0,2}BDC\s)(q\s[-\d.\s]{11,99}\scm\sBT\s)((?:[^E]|E(?!MC))*)(ET\sQ)(\s)(EMC)(?=\s)/is;

/**
 * Mends the text of a decompressed PDF file in place: no length changes, so that its cross-reference table stays right.
 * @param joiners whether zero-width non-joiners are spaces, as they are not in Persian
 */
export function rewriteText(bytes: Buffer, { joiners }: { readonly joiners: boolean }): void {
  for (const [start, end] of HOLDERS) {
    rewriteBetween(bytes, start, end, (text) => {
      const mended = text.replace(ARABIC, reversed).replace(MARK, SPACE);
      return joiners ? mended.replace(JOINER, SPACE) : mended;
    });
  }
  moveSpans(bytes);
}

function rewriteBetween(bytes: Buffer, start: string, end: string, rewrite: (text: string) => string): void {
  for (let from = bytes.indexOf(start); from >= 0; from = bytes.indexOf(start, from)) {
    const to = bytes.indexOf(end, from);
    if (to < 0) return;
    bytes.write(rewrite(bytes.toString('latin1', from, to + 1)), from, 'latin1');
    from = to;
  }
}

function reversed(_: string, before: string, digits: string): string {
  const text = Buffer.from(digits, 'hex').swap16().toString('utf16le');
  const turned = (text.match(CHARACTER) ?? []).reverse().join('');
  return before + Buffer.from(turned, 'utf16le').swap16().toString('hex').toUpperCase();
}

/** Moves marked content with actual text from around a text object into it, where its matrix is in force. */
function moveSpans(bytes: Buffer): void {
  for (let from = bytes.indexOf(SPAN); from >= 0; from = bytes.indexOf(SPAN, from + SPAN.length)) {
    const parts = AROUND.exec(bytes.toString('latin1', from, from + LONGEST));
    if (!parts) continue;
    const [, begin = '', text = '', shown = '', end = '', space = '', marked = ''] = parts;
    bytes.write(text + begin + shown + marked + space + end, from, 'latin1');
  }
}
