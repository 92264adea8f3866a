import { type Piece, piecesOf } from '../../markup.ts';

/** Elements that have no end. */
const VOID: readonly string[] = [
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
];

/** Markup with an end for every beginning and a beginning for every end, so that nothing of it reaches beyond it. */
export function closeTags(markup: string): string {
  const open: string[] = [];
  const depths = new Map<string, number>();
  const parts: string[] = [];
  const close = () => {
    const name = open.pop();
    if (name === undefined) return;
    depths.set(name, (depths.get(name) ?? 1) - 1);
    parts.push(`</${name}>`);
  };
  for (const piece of piecesOf(markup, { html: true })) {
    const written = markup.slice(piece.start, piece.end);
    if (piece.kind === 'text') parts.push(written.replaceAll('<', '&lt;'));
    else if (piece.kind === 'open') {
      parts.push(written);
      if (!isAlone(piece, written)) {
        open.push(piece.name);
        depths.set(piece.name, (depths.get(piece.name) ?? 0) + 1);
      }
    } else if (piece.kind === 'close' && (depths.get(piece.name) ?? 0) > 0) {
      const before = open.lastIndexOf(piece.name);
      while (open.length > before) close();
    }
  }
  while (open.length > 0) close();
  return parts.join('');
}

function isAlone({ name }: Piece, written: string): boolean {
  return VOID.includes(name) || written.endsWith('/>');
}
