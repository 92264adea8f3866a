/** CSS pixels of each unit of length. A relative one is taken at the usual font size. */
const PIXELS = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
} as const satisfies Record<string, number>;

/** What browsers make of the `svg` element's start tag, wherever comments and declarations before it end. */
const ROOT =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>|<(?:[\w.-]+:)?svg(?=[\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*>/gi;

/**
 * Rewrites the size of a drawing, so that it is drawn `scale` times as large as a browser shows it.
 * A drawing without any size keeps to what it covers.
 * @param longest draws it so that its longer side is this, whatever its own size
 * @param scale of the numbers that are written
 */
export function resizeDrawing(
  text: string,
  { scale, longest }: { scale: number; longest?: number },
): string | undefined {
  const match = [...text.matchAll(ROOT)].find(([tag]) => /^<[^!?]/.test(tag));
  if (!match) return undefined;
  const tag = match[0];
  const size = sizeOf(tag);
  if (!size || /\sstyle\s*=\s*["'][^"']*\b(?:width|height)\s*:/i.test(tag)) return undefined;
  const [width, height] = size;
  const factor = scale * (longest ? longest / Math.max(width, height) : 1);
  const viewBox = attribute(tag, 'viewBox') === undefined ? ` viewBox="0 0 ${width} ${height}"` : '';
  const bare = tag.replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const resized = bare.replace(
    /^<[^\s/>]+/,
    (name) => `${name} width="${width * factor}" height="${height * factor}"${viewBox}`,
  );
  return text.slice(0, match.index) + resized + text.slice(match.index + tag.length);
}

function sizeOf(tag: string): [number, number] | undefined {
  const [, , boxWidth = 0, boxHeight = 0] = (attribute(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const width = pixels(attribute(tag, 'width'));
  const height = pixels(attribute(tag, 'height'));
  if (width && height) return [width, height];
  if (!hasBox) return undefined;
  if (width) return [width, (width * boxHeight) / boxWidth];
  if (height) return [(height * boxWidth) / boxHeight, height];
  return [boxWidth, boxHeight];
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return match?.[1] ?? match?.[2];
}

/** A length in pixels; nothing for percentages, which mean the space there is, and for what is no length. */
function pixels(length: string | undefined): number | undefined {
  const match = /^\s*\+?(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const unit = match?.[2]?.toLowerCase() ?? '';
  if (!match || !Object.hasOwn(PIXELS, unit)) return undefined;
  return Number(match[1]) * PIXELS[unit as keyof typeof PIXELS] || undefined;
}
