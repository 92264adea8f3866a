import { applyEdits, attribute, type Edit, type Token, tokensOf } from '../../markup.ts';

const MARKS: readonly string[] = ['change', 'change-start', 'change-end'];
/** Elements that may begin in a deletion and end outside of it: one of each pair stays. */
const JOINED: readonly string[] = ['p', 'h', 'span', 'a'];

/** A deletion that is being read. */
interface Deletion {
  readonly start: number;
  /** Tags in it whose counterpart is outside. */
  readonly unpaired: Token[];
  readonly tokens: Token[];
}

/**
 * Accepts all tracked changes in flat OpenDocument: deletions are gone, insertions are plain text. In a target that is no
 * document, LibreOffice would write both without a mark.
 */
export function acceptChanges(xml: string): string {
  const deleted = deletedIn(xml);
  if (deleted.size === 0) return xml;
  const edits: Edit[] = [];
  const active = new Set<string>();
  let deletion: Deletion | undefined;
  for (const token of tokensOf(xml)) {
    const { name, start, end } = token;
    if (MARKS.includes(name)) {
      const id = attribute(xml.slice(start, end), 'text:change-id') ?? '';
      if (name === 'change-start' && deleted.has(id)) active.add(id);
      if (name === 'change-end') active.delete(id);
      if (active.size > 0) deletion ??= { start: end, unpaired: [], tokens: [] };
      else if (deletion) {
        edits.push(...editsOf(deletion, start));
        deletion = undefined;
      }
    } else if (deletion) addTo(token, xml, deletion);
  }
  return applyEdits(xml, edits);
}

/** The identifiers of deletions. */
function deletedIn(xml: string): ReadonlySet<string> {
  const deleted = new Set<string>();
  let id = '';
  for (const { kind, name, start, end } of tokensOf(xml)) {
    if (kind === 'open' && name === 'changed-region') id = attribute(xml.slice(start, end), 'text:id') ?? '';
    else if (kind === 'open' && name === 'deletion') deleted.add(id);
    else if (kind === 'close' && name === 'tracked-changes') break;
  }
  return deleted;
}

function addTo(token: Token, xml: string, { unpaired, tokens }: Deletion): void {
  tokens.push(token);
  if (token.kind === 'open' && xml[token.end - 2] !== '/') unpaired.push(token);
  else if (token.kind === 'close') {
    const last = unpaired.at(-1);
    if (last?.kind === 'open' && last.name === token.name) unpaired.pop();
    else unpaired.push(token);
  }
}

/** Removes a deletion as a whole where it closes what it opens, which joins paragraphs. Otherwise unpaired tags stay. */
function editsOf({ start, unpaired, tokens }: Deletion, end: number): Edit[] {
  const opened = unpaired.filter(({ kind }) => kind === 'open').map(({ name }) => name);
  const closed = unpaired.filter(({ kind }) => kind === 'close').map(({ name }) => name);
  const joins = opened.length === closed.length && closed.every((name, at) => name === opened.at(-1 - at));
  if (joins && closed.every((name) => JOINED.includes(name))) return [{ start, end, text: '' }];
  const kept = new Set(unpaired);
  return tokens.filter((token) => !kept.has(token)).map((token) => ({ start: token.start, end: token.end, text: '' }));
}
