import type { Dictionary } from '../qpdf/join/list-pdf.ts';
import { RESOLUTION } from './draw-page.ts';
import { drawing, editLayer } from './edit-layer.ts';
import type { ReadLine } from './read-lines.ts';

const POINTS_PER_INCH = 72;
/** The width of each glyph in the font of tesseract's text layers, by the size of the font. */
const GLYPH = 0.5;
/** How far the baseline is above the lower edge of a line, by its height. */
const DESCENT = 0.15;

/**
 * Rewrites a text layer so that the characters of each line lie evenly on it. Where words have no spaces between them,
 * tesseract's boxes of words overlap, and whoever reads the layer by places tears its lines.
 * @returns the path of the new layer
 */
export async function spreadLines(layer: string, lines: readonly ReadLine[], folder: string): Promise<string> {
  const scale = POINTS_PER_INCH / RESOLUTION;
  return editLayer(layer, { folder, name: 'lines' }, ({ page }) => {
    const [, , , height = 0] = page['/MediaBox'] as number[];
    const [font = ''] = Object.keys((page['/Resources'] as Dictionary)['/Font'] as Dictionary);
    const shown = lines
      .filter(({ text }) => text !== '')
      .map(({ text, box: { left, right, top, bottom } }) => {
        const size = Math.max(1, (bottom - top) * scale);
        const stretch = (100 * (right - left) * scale) / (GLYPH * size * text.length);
        const place = [left * scale, height - bottom * scale + DESCENT * size]
          .map((value) => value.toFixed(2))
          .join(' ');
        const glyphs = Buffer.from(`${text} `, 'utf16le').swap16().toString('hex');
        return `1 0 0 1 ${place} Tm ${font} ${size.toFixed(2)} Tf ${stretch.toFixed(2)} Tz <${glyphs}> Tj\n`;
      });
    return { [`obj:${page['/Contents']}`]: drawing(`BT\n3 Tr ${shown.join('')}ET\n`) };
  });
}
