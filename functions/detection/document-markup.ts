import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Sample } from './sample.ts';

/** How much of a text tells which vocabulary it is written in, in characters. */
const LOOKED_AT = 16 * 1024;

/** A manual page of the usual macros has its title on a line of its own, behind comments and requests. */
const TITLE = /^[.'][ \t]*TH[ \t]/m;
/** What its lines begin with up to there: a request, a comment, or nothing at all. */
const REQUEST = /^(?:[.']|\s*$)/;
/** What ends a comment of several lines, and what begins one. */
const [IGNORED, IGNORED_END] = [/^[.'][ \t]*ig\b/, /^\.\.?[ \t\r]*$/];
/** Sections of the manual are the endings of their pages, which rotated logs have as well. */
const SECTION = /\.[1-9][a-z]*$/i;
const HEADING = /^[.'][ \t]*SH\b/m;
const CITATION = /^TY {2}- [A-Z]/;

const DOCBOOK = /docbook/i;
const DOCBOOK_ROOTS: readonly string[] = ['article', 'book', 'chapter', 'section', 'refentry', 'set', 'part'];
const JATS = /\bJATS\b|-\/\/NLM\/\/|<front[\s>]/;

/** Markup that its content tells: by the root of an XML text, or by what such a text begins with. */
export function markupFormat(sample: Sample): FormatName | undefined {
  const { root, text, filename } = sample;
  if (text.includes('\0')) return undefined;
  const claimed = formatOfFilename(filename);
  if (root) return vocabulary(root.name, text.slice(0, LOOKED_AT), claimed);
  const beginning = text.trimStart();
  if (beginning.startsWith('{')) return isNotebook(beginning, claimed) ? 'ipynb' : undefined;
  if (CITATION.test(beginning)) return 'ris';
  return isManual(text.slice(0, LOOKED_AT), filename) ? 'man' : undefined;
}

/** Whether a text begins with requests to roff, and then has a title; or a heading, where it is called as a page is. */
function isManual(text: string, filename: string): boolean {
  if (!/^\s*[.']/.test(text)) return false;
  const title = TITLE.exec(text) ?? (SECTION.test(filename) ? HEADING.exec(text) : undefined);
  return title ? isPreamble(text.slice(0, title.index)) : false;
}

function isPreamble(text: string): boolean {
  let isIgnored = false;
  return text.split('\n').every((line) => {
    const isWithin = isIgnored;
    isIgnored = isWithin ? !IGNORED_END.test(line) : IGNORED.test(line);
    return isWithin || REQUEST.test(line);
  });
}

function vocabulary(root: string, text: string, claimed: FormatName | undefined): FormatName | undefined {
  if (root === 'opml') return 'opml';
  if (!DOCBOOK_ROOTS.includes(root)) return undefined;
  if (DOCBOOK.test(text)) return 'dbk';
  if (root === 'article' && JATS.test(text)) return 'jats';
  return claimed === 'dbk' || claimed === 'jats' ? claimed : undefined;
}

/** A notebook is a list of cells, each with its type; large ones show none of them at their beginning. A schema of notebooks only names both. */
function isNotebook(text: string, claimed: FormatName | undefined): boolean {
  return claimed === 'ipynb' || (CELL_TYPE.test(text) && CELLS.test(text));
}

const CELL_TYPE = /"cell_type"\s*:\s*"/;
const CELLS = /"(?:cells|worksheets)"\s*:\s*\[/;
