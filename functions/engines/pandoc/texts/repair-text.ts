import type { FormatName } from '../../../conversion/formats.ts';
import { tokensOf } from '../../markup.ts';
import { listReferences } from './list-references.ts';
import { withMissingFunctions } from './typst-functions.ts';

/** Edits of texts that pandoc's readers would refuse, or read incompletely. */
const REPAIRS: Partial<Record<FormatName, (text: string) => string>> = {
  bib: repairBib,
  fb2: showCover,
  jats: listReferences,
  man: dropIgnored,
  opml: escapeAmpersands,
  ris: repairRis,
  typ: withMissingFunctions,
};

/** Edits a text so that pandoc reads all of it. */
export function repairText(text: string, format: FormatName): string {
  return REPAIRS[format]?.(text) ?? text;
}

/** Shows the cover of a FictionBook before its text. */
function showCover(xml: string): string {
  let cover: string | undefined;
  let within = false;
  for (const { kind, name, start, end } of tokensOf(xml)) {
    if (name === 'coverpage') within = kind === 'open';
    else if (within && kind === 'open' && name === 'image') cover ??= xml.slice(start, end).replace(/\/?>$/, '/>');
    else if (kind === 'open' && name === 'body') return cover ? xml.slice(0, end) + cover + xml.slice(end) : xml;
  }
  return xml;
}

/** Ampersands that begin no character reference: feed readers write them in URLs. */
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;

function escapeAmpersands(xml: string): string {
  return xml.replace(BARE_AMPERSAND, '&amp;');
}

/** Drops the comments of a manual page, from `.ig` to its end mark. */
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

/** A field of RIS: a tag of two characters, a dash, and the value. */
const FIELD = /^[A-Z][A-Z0-9] {1,2}-/;
const [BEGINS, ENDS] = [/^TY {1,2}-/, /^ER {1,2}-/];

/** The beginning of an entry of BibTeX, with its citation key. */
const ENTRY = /^([ \t]*@[ \t]*[a-z]+[ \t]*[{(])([^,={}()"#%\n]*),/gim;

/** Drops lines outside of RIS entries, and joins the lines of a field, as websites write both. */
function repairRis(text: string): string {
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

/** Gives keys to entries without one, and replaces spaces in others, as some programs write both. */
function repairBib(text: string): string {
  let unnamed = 0;
  return text.replace(ENTRY, (_, beginning: string, key: string) => {
    const name = key.trim().replace(/\s/g, '_');
    return `${beginning}${name === '' ? `entry-${++unnamed}` : name},`;
  });
}
