import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Sample } from './sample.ts';

/** How many characters of a text are searched for its vocabulary. */
const LOOKED_AT = 16 * 1024;

/** The title of a manual page, on a line of its own behind comments and requests. */
const TITLE = /^[.'][ \t]*TH[ \t]/m;
/** The lines in front of it: requests, comments and empty lines. */
const REQUEST = /^(?:[.']|\s*$)/;
/** The beginning and the end of a comment of several lines. */
const [IGNORED, IGNORED_END] = [/^[.'][ \t]*ig\b/, /^\.\.?[ \t\r]*$/];
/** The extension of a manual page is its section; rotated logs have such extensions as well. */
const SECTION = /\.[1-9][a-z]*$/i;
const HEADING = /^[.'][ \t]*SH\b/m;
const CITATION = /^TY {2}- [A-Z]/;

const DOCBOOK = /docbook/i;
const DOCBOOK_ROOTS: readonly string[] = ['article', 'book', 'chapter', 'section', 'refentry', 'set', 'part'];
const JATS = /\bJATS\b|-\/\/NLM\/\/|<front[\s>]/;

/** Detects markup by its root element or its beginning. */
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

/** Whether a text begins with roff requests and a title; where its name claims a manual page, a heading is enough. */
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

/** Whether JSON is a notebook: by its name, as large ones may begin without cells, or by cells with types, which a schema does not have. */
function isNotebook(text: string, claimed: FormatName | undefined): boolean {
  return claimed === 'ipynb' || (CELL_TYPE.test(text) && CELLS.test(text));
}

const CELL_TYPE = /"cell_type"\s*:\s*"/;
const CELLS = /"(?:cells|worksheets)"\s*:\s*\[/;
