import type { FormatName } from '../../../conversion/formats.ts';
import { listReferences } from './list-references.ts';
import { withMissingFunctions } from './typst-functions.ts';

/** What a text needs before pandoc reads it: readers of pandoc refuse it otherwise, or drop a part without a word. */
const MENDERS: Partial<Record<FormatName, (text: string) => string>> = {
  bib: mendBib,
  jats: listReferences,
  man: dropIgnored,
  opml: escapeAmpersands,
  ris: mendRis,
  typ: withMissingFunctions,
};

/** A text as pandoc reads it whole. */
export function mendText(text: string, format: FormatName): string {
  return MENDERS[format]?.(text) ?? text;
}

/** The ampersands that begin no reference to a character: feed readers write addresses so. */
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;

function escapeAmpersands(xml: string): string {
  return xml.replace(BARE_AMPERSAND, '&amp;');
}

/** Drops what a manual page puts between `.ig` and its end, which is a comment. */
function dropIgnored(roff: string): string {
  let end: string | undefined;
  const lines = roff.split('\n').filter((line) => {
    const request = line.trimEnd();
    if (end !== undefined) {
      if (request === end) end = undefined;
      return false;
    }
    const ignored = IGNORED.exec(request);
    if (ignored) end = `.${ignored[1] ?? '.'}`;
    return !ignored;
  });
  return lines.join('\n');
}

const IGNORED = /^[.'][ \t]*ig(?:[ \t]+(\S+))?$/;

/** A field of RIS: two characters, and what is said behind a dash. */
const FIELD = /^[A-Z][A-Z0-9] {1,2}-/;
const [BEGINS, ENDS] = [/^TY {1,2}-/, /^ER {1,2}-/];

/** How an entry of BibTeX begins, with the key by which it is cited. */
const ENTRY = /^([ \t]*@[ \t]*[a-z]+[ \t]*[{(])([^,={}()"#%\n]*),/gim;

/** A list of literature: websites write lines about themselves in front of entries, and long fields on several lines. */
function mendRis(text: string): string {
  const lines: string[] = [];
  let within = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (BEGINS.test(line)) within = true;
    if (!within) continue;
    if (FIELD.test(line)) lines.push(line);
    else if (line.trim() !== '') lines.push(`${lines.pop() ?? ''} ${line.trim()}`);
    if (ENDS.test(line)) within = false;
  }
  return lines.length === 0 ? text : `${lines.join('\n')}\n`;
}

/** Entries need no key to be listed, and some programs write none, or one with blanks in it. */
function mendBib(text: string): string {
  let unnamed = 0;
  return text.replace(ENTRY, (_, beginning: string, key: string) => {
    const name = key.trim().replace(/\s/g, '_');
    return `${beginning}${name === '' ? `entry-${++unnamed}` : name},`;
  });
}
