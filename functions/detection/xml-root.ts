/** The root element of XML or HTML, behind declaration, comments and processing instructions. */
export interface XmlRoot {
  /** Its name without a namespace prefix; empty where there is no element. */
  readonly name: string;
  /** Its start tag, which may be incomplete. */
  readonly tag: string;
  /** The root's name in the document type; empty where there is none. */
  readonly doctype: string;
}

const DOCTYPE = /<!doctype\s+([\w.:-]*)/iy;
const OPENING = /<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])/y;
const SUBSET_OR_END = /[[>]/g;
const SUBSET_END = /\]\s*>/g;

/** Finds the root element; undefined where the beginning has none. It reads each character once. */
export function xmlRoot(text: string): XmlRoot | undefined {
  let doctype = '';
  for (let at = skipSpace(text, 0); at !== undefined; ) {
    if (text.startsWith('<!--', at)) at = skipSpace(text, behind(text, '-->', at + 4));
    else if (text.startsWith('<?', at)) at = skipSpace(text, behind(text, '?>', at + 2));
    else {
      const declared = matchAt(DOCTYPE, text, at)?.[1];
      if (declared === undefined || doctype !== '') return opening(text, at, doctype);
      doctype = declared;
      at = skipSpace(text, behindDoctype(text, at)) ?? text.length;
    }
  }
  return undefined;
}

function opening(text: string, at: number, doctype: string): XmlRoot | undefined {
  const name = matchAt(OPENING, text, at)?.[1];
  if (name === undefined) return doctype === '' ? undefined : { name: '', tag: '', doctype };
  return { name, tag: text.slice(at, behind(text, '>', at)), doctype };
}

/** The offset behind a document type and its internal subset. */
function behindDoctype(text: string, at: number): number | undefined {
  const next = searchFrom(SUBSET_OR_END, text, at);
  if (next === undefined || text[next - 1] === '>') return next;
  return searchFrom(SUBSET_END, text, next);
}

function behind(text: string, closing: string, from: number): number | undefined {
  const at = text.indexOf(closing, from);
  return at < 0 ? undefined : at + closing.length;
}

function skipSpace(text: string, from: number | undefined): number | undefined {
  return from === undefined ? undefined : searchFrom(/\s*/y, text, from);
}

/** The offset behind the first match from an offset on. */
function searchFrom(pattern: RegExp, text: string, from: number): number | undefined {
  return matchAt(pattern, text, from) ? pattern.lastIndex : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
