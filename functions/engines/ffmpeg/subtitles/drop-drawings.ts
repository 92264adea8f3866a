/** An override block of SubStation, or the text between two. */
const PART = /\{[^{}]*\}|[^{]+|\{/g;
const DRAWING = /\\p(\d)/;

/** Removes vector drawings from the text of a SubStation line. */
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
