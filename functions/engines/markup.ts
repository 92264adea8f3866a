/** A token of XML or HTML: a tag, or what stands between tags. */
export interface Token {
  readonly kind: 'open' | 'close' | 'text' | 'data' | 'comment' | 'declaration';
  /** The lower-case name of a tag, without its namespace prefix. */
  readonly name: string;
  /** The same, with its prefix. */
  readonly qualified: string;
  /** Whether a tag is an element without content. */
  readonly empty: boolean;
  readonly start: number;
  readonly end: number;
}

/** Finds a text from an offset on. */
type Find = (wanted: string, from: number) => number;

const TAG = /<(\/?)((?:[\w.-]+:)?([a-z_][\w.-]*))/iy;
/** The closing tags of HTML's raw text elements, in any case. */
const CLOSINGS: Readonly<Record<string, RegExp>> = { '</script': /<\/script/gi, '</style': /<\/style/gi };

/**
 * Splits markup into tokens, in one pass however damaged it is: each token begins where the one before ended, and a missing
 * end is searched for once.
 * @param html whether the content of scripts and styles is text
 */
export function* tokensOf(text: string, { html = false } = {}): Generator<Token> {
  const find = finderIn(text);
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, find);
    yield token;
    at = token.end;
    const closing = `</${token.name}`;
    if (!html || token.kind !== 'open' || !Object.hasOwn(CLOSINGS, closing) || token.empty) continue;
    const end = find(closing, at);
    if (end > at) yield between('text', at, end);
    at = Math.max(at, end);
  }
}

/** Remembers what was not found from an offset on, which is not found from a later one either. */
function finderIn(text: string): Find {
  const missing = new Set<string>();
  return (wanted, from) => {
    if (missing.has(wanted)) return -1;
    const at = Object.hasOwn(CLOSINGS, wanted) ? indexOf(text, CLOSINGS[wanted], from) : text.indexOf(wanted, from);
    if (at < 0) missing.add(wanted);
    return at;
  };
}

function indexOf(text: string, pattern: RegExp | undefined, from: number): number {
  if (!pattern) return -1;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function tokenAt(text: string, start: number, find: Find): Token {
  const until = (mark: string, from: number) => {
    const at = find(mark, from);
    return at < 0 ? text.length : at + mark.length;
  };
  if (text[start] !== '<') return between('text', start, nextTag(text, start, find));
  if (text.startsWith('<!--', start)) return between('comment', start, until('-->', start + 4));
  if (text.startsWith('<![CDATA[', start)) return between('data', start, until(']]>', start + 9));
  if (text[start + 1] === '?') return between('declaration', start, until('?>', start + 2));
  if (text[start + 1] === '!') return between('declaration', start, endOfDeclaration(text, start, find));
  TAG.lastIndex = start;
  const [opening, slash, qualified = '', name = ''] = TAG.exec(text) ?? [];
  if (opening === undefined) return between('text', start, nextTag(text, start + 1, find));
  const end = endOfTag(text, start + opening.length, find);
  if (end < 0) return between('text', start, text.length);
  return {
    kind: slash ? 'close' : 'open',
    name: name.toLowerCase(),
    qualified: qualified.toLowerCase(),
    empty: !slash && text[end - 2] === '/',
    start,
    end,
  };
}

/** What is no tag. */
function between(kind: Token['kind'], start: number, end: number): Token {
  return { kind, name: '', qualified: '', empty: false, start, end };
}

function nextTag(text: string, from: number, find: Find): number {
  const at = find('<', from);
  return at < 0 ? text.length : at;
}

/** The end of a declaration, with the internal subset of a document type. */
function endOfDeclaration(text: string, start: number, find: Find): number {
  const end = find('>', start);
  if (end < 0) return text.length;
  const within = text.slice(start, end).indexOf('[');
  if (within < 0) return end + 1;
  const bracket = start + within;
  for (let at = find(']', bracket); at >= 0; at = find(']', at + 1)) {
    const after = skipBlanks(text, at + 1);
    if (text[after] === '>') return after + 1;
  }
  return text.length;
}

/** The end of a tag: quoted values behind an equals sign may have any character. */
function endOfTag(text: string, from: number, find: Find): number {
  const marks = /[>"']/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '>') return mark.index + 1;
    const closing = isAfterEquals(text, mark.index) ? find(mark[0], mark.index + 1) : -1;
    if (closing >= 0) marks.lastIndex = closing + 1;
  }
  return -1;
}

function isAfterEquals(text: string, at: number): boolean {
  let before = at - 1;
  while (isBlank(text.charCodeAt(before))) before--;
  return text[before] === '=';
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** An attribute of a tag, as written. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  /** Its offsets in the tag. */
  readonly start: number;
  readonly end: number;
}

const BEGINNING = /<\/?[^\s/>]*/y;
/** Sticky: each attribute begins where the one before ended. */
const ATTRIBUTE = /([\s/=]*)([^\s/=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/** The attributes of a tag, in their order. */
export function attributesOf(tag: string): Attribute[] {
  const attributes: Attribute[] = [];
  BEGINNING.lastIndex = 0;
  ATTRIBUTE.lastIndex = BEGINNING.exec(tag)?.[0].length ?? 0;
  for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
    const [all, before = '', name = '', double, single, bare = ''] = found;
    const value = double ?? single ?? bare;
    attributes.push({ name, value, start: found.index + before.length, end: found.index + all.length });
  }
  return attributes;
}

/** The value of a tag's attribute; names are case-sensitive. */
export function attribute(tag: string, name: string): string | undefined {
  return attributesOf(tag).find((candidate) => candidate.name === name)?.value;
}

/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits to a text; they are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...parts, text.slice(at)].join('');
}

/** Removes elements with their content; of those that are never closed, only their tags. */
export function withoutElements(page: string, names: ReadonlySet<string>): string {
  const edits: Edit[] = [];
  const lastClosings = new Map<string, number>();
  for (const { kind, name, start } of tokensOf(page, { html: true }))
    if (kind === 'close') lastClosings.set(name, start);
  let removed: Token | undefined;
  for (const token of tokensOf(page, { html: true })) {
    if (removed) {
      if (token.kind !== 'close' || token.name !== removed.name) continue;
      edits.push({ start: removed.start, end: token.end, text: '' });
      removed = undefined;
    } else if (token.kind === 'open' && names.has(token.name)) {
      if ((lastClosings.get(token.name) ?? 0) > token.start) removed = token;
      else edits.push({ start: token.start, end: token.end, text: '' });
    }
  }
  return applyEdits(page, edits);
}
