import type { FormatName } from '../../../conversion/formats.ts';

/** A field of RIS: two characters, and what is said behind a dash. */
const FIELD = /^[A-Z][A-Z0-9] {1,2}-/;
const [BEGINS, ENDS] = [/^TY {1,2}-/, /^ER {1,2}-/];

/** How an entry of BibTeX begins, with the key by which it is cited. */
const ENTRY = /^([ \t]*@[ \t]*[a-z]+[ \t]*[{(])([^,={}()"#%\n]*),/gim;

/** Lists of literature as pandoc reads them: it takes none in which a single entry is not written by the book. */
export function mendLiterature(text: string, format: FormatName): string {
  if (format === 'ris') return mendRis(text);
  return format === 'bib' ? mendBib(text) : text;
}

/** Websites write lines about themselves in front of entries, and long fields on several lines. */
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
