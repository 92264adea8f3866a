import { inspect } from '../read/inspect.ts';
import { ENCAPSULATED, postScriptSection } from './postscript-section.ts';

/** How much of the end is searched: Illustrator writes long trailers. */
const TAIL = 65_536;

/** The comment that says where a drawing is: left, bottom, right and top in points. */
const BOX = /^%%(?:HiRes)?BoundingBox:([-.\d \t]{7,80})$/gm;

/**
 * Arguments that set Ghostscript's page to the box in the trailer of Encapsulated PostScript: the last one, or the last
 * exact one. Ghostscript reads that of the header alone, which may say `(atend)`; where it is a box, Ghostscript crops to it
 * afterwards.
 */
export function cropToTrailer(path: string): string[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = inspect(path, (read, size) => {
    const { start, end } = postScriptSection(read(0, 12), size);
    if (!ENCAPSULATED.test(read(start, 64).toString('latin1'))) return [];
    const tail = Math.max(start, end - TAIL);
    const trailer = read(tail, end - tail).toString('latin1');
    const boxes = [...trailer.matchAll(BOX)];
    const [, box = ''] = boxes.findLast(([line]) => line.startsWith('%%HiRes')) ?? boxes.at(-1) ?? [];
    return box
      .trim()
      .split(/[ \t]+/)
      .map(Number);
  });
  // This is false of what is no number, too.
  if (!(right > left && top > bottom)) return [];
  const [width, height, x, y] = [right - left, top - bottom, -left, -bottom].map((points) => points.toFixed(4));
  return ['-c', `<< /PageSize [${width} ${height}] >> setpagedevice ${x} ${y} translate`];
}
