import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Sample } from './sample.ts';

/** How much of a text tells which vocabulary it is written in, in characters. */
const LOOKED_AT = 16 * 1024;

/** A manual page begins with its title, behind comments. */
const MANUAL = /^(?:[.']\\"[^\n]*\n|[ \t\r]*\n)*\.TH[ \t]/;
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
  return MANUAL.test(text) ? 'man' : undefined;
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
