import { cleanText, decodeEntities } from '../../../entities.ts';
import type { Box } from '../page.ts';
import type { Tag } from '../tags/tag.ts';

/** A word with its box on the page. */
export interface Word extends Box {
  readonly text: string;
  readonly tag?: Tag;
}

const PAGE = /^\s*<page width=/;
const WORD = /^\s*<word xMin="(-?[\d.]+)" yMin="(-?[\d.]+)" xMax="(-?[\d.]+)" yMax="(-?[\d.]+)">(.*)<\/word>$/;

/** Parses the output of `pdftotext -bbox`, for each page. */
export function readWords(xml: string): Word[][] {
  const pages: Word[][] = [];
  for (const line of xml.split('\n')) {
    if (PAGE.test(line)) pages.push([]);
    const word = WORD.exec(line);
    if (!word) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = word.slice(1, 5).map(Number);
    const text = upright(cleanText(decodeEntities(word[5] ?? '')).trim());
    if (text !== '') pages.at(-1)?.push({ left, top, right, bottom, text });
  }
  return pages;
}

/** Text with ordinary punctuation in place of that for vertical writing. */
function upright(text: string): string {
  return text.replace(/[\ufe10-\ufe19\ufe30-\ufe48]/g, (sign) => {
    const ordinary = sign.normalize('NFKC');
    // Of brackets and the like, the full width.
    return /^[!-~]$/.test(ordinary) ? String.fromCharCode(ordinary.charCodeAt(0) + 0xfee0) : ordinary;
  });
}
