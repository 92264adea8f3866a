import { applyEdits, attribute, type Edit, type Piece, piecesOf } from '../../markup.ts';

const MARKS: readonly string[] = ['change', 'change-start', 'change-end'];
/** What may begin in a text that was taken out and end outside of it: one of these is left then. */
const JOINED: readonly string[] = ['p', 'h', 'span', 'a'];

/** A text that was taken out, while it is read. */
interface Deletion {
  readonly start: number;
  /** Tags in it whose other half stands outside. */
  readonly halves: Piece[];
  readonly pieces: Piece[];
}

/**
 * A flat text in which all tracked changes are accepted: what was taken out is gone, and what was put in is a text like any
 * other. LibreOffice writes both one after the other, without a mark, into what is no document.
 */
export function acceptChanges(xml: string): string {
  const deleted = deletedIn(xml);
  if (deleted.size === 0) return xml;
  const edits: Edit[] = [];
  const active = new Set<string>();
  let deletion: Deletion | undefined;
  for (const piece of piecesOf(xml)) {
    const { name, start, end } = piece;
    if (MARKS.includes(name)) {
      const id = attribute(xml.slice(start, end), 'text:change-id') ?? '';
      if (name === 'change-start' && deleted.has(id)) active.add(id);
      if (name === 'change-end') active.delete(id);
      if (active.size > 0) deletion ??= { start: end, halves: [], pieces: [] };
      else if (deletion) {
        edits.push(...editsOf(deletion, start));
        deletion = undefined;
      }
    } else if (deletion) take(piece, xml, deletion);
  }
  return applyEdits(xml, edits);
}

/** The names of changes that took something out. */
function deletedIn(xml: string): ReadonlySet<string> {
  const deleted = new Set<string>();
  let id = '';
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'open' && name === 'changed-region') id = attribute(xml.slice(start, end), 'text:id') ?? '';
    else if (kind === 'open' && name === 'deletion') deleted.add(id);
    else if (kind === 'close' && name === 'tracked-changes') break;
  }
  return deleted;
}

function take(piece: Piece, xml: string, { halves, pieces }: Deletion): void {
  pieces.push(piece);
  if (piece.kind === 'open' && xml[piece.end - 2] !== '/') halves.push(piece);
  else if (piece.kind === 'close') {
    const last = halves.at(-1);
    if (last?.kind === 'open' && last.name === piece.name) halves.pop();
    else halves.push(piece);
  }
}

/** All of it goes where what it closes is what it opens: paragraphs are joined then. Other halves stay. */
function editsOf({ start, halves, pieces }: Deletion, end: number): Edit[] {
  const opened = halves.filter(({ kind }) => kind === 'open').map(({ name }) => name);
  const closed = halves.filter(({ kind }) => kind === 'close').map(({ name }) => name);
  const joins = opened.length === closed.length && closed.every((name, at) => name === opened.at(-1 - at));
  if (joins && closed.every((name) => JOINED.includes(name))) return [{ start, end, text: '' }];
  const kept = new Set(halves);
  return pieces.filter((piece) => !kept.has(piece)).map((piece) => ({ start: piece.start, end: piece.end, text: '' }));
}
