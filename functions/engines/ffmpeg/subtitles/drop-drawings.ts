/** Braces of SubStation, or the text between two. */
const PART = /\{[^{}]*\}|[^{]+|\{/g;
const DRAWING = /\\p(\d)/;

/** The text of a line of SubStation without the outlines of drawings, which players draw, and none of whose letters is a word. */
export function dropDrawings(text: string): string {
  if (!DRAWING.test(text)) return text;
  let drawing = false;
  const kept = (text.match(PART) ?? []).filter((part) => {
    const scale = part.startsWith('{') ? DRAWING.exec(part)?.[1] : undefined;
    if (scale !== undefined) drawing = scale !== '0';
    return part.startsWith('{') || !drawing;
  });
  return kept.some((part) => !part.startsWith('{')) ? kept.join('') : '';
}
