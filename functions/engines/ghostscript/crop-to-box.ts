import { inspect } from '../read/inspect.ts';
import { ENCAPSULATED, postScriptSection } from './postscript-section.ts';

/** How much of the end, and of the beginning, is searched: Illustrator writes long trailers. */
const PART = 65_536;

/** The comment that says where a drawing is: left, bottom, right and top in points. */
const BOX = /^%%(?:HiRes)?BoundingBox:([-.\d \t]{7,80})$/gm;

/**
 * Arguments that set Ghostscript's page to the box of a drawing. Of Encapsulated PostScript it is that in the trailer: the last
 * one, or the last exact one. Ghostscript reads that of the header alone, which may say `(atend)`; where it is a box, Ghostscript
 * crops to it afterwards. Of Illustrator files, which are drawn anywhere, it is the first one, too.
 * @param isDrawing whether it is an Illustrator file
 */
export function cropToBox(path: string, isDrawing: boolean): string[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = inspect(path, (read, size) => {
    const { start, end } = postScriptSection(read(0, 12), size);
    const isEncapsulated = ENCAPSULATED.test(read(start, 64).toString('latin1'));
    if (!isEncapsulated && !isDrawing) return [];
    const tail = Math.max(start, end - PART);
    const header = isEncapsulated ? [] : boxesIn(read(start, Math.min(PART, end - start))).reverse();
    const box = [...header, ...boxesIn(read(tail, end - tail))];
    return (box.findLast(({ isExact }) => isExact) ?? box.at(-1))?.sides ?? [];
  });
  // This is false of what is no number, too.
  if (!(right > left && top > bottom)) return [];
  const [width, height, x, y] = [right - left, top - bottom, -left, -bottom].map((points) => points.toFixed(4));
  return ['-c', `<< /PageSize [${width} ${height}] >> setpagedevice ${x} ${y} translate`];
}

function boxesIn(part: Buffer): { readonly isExact: boolean; readonly sides: readonly number[] }[] {
  return [...part.toString('latin1').matchAll(BOX)].map(([line, sides = '']) => ({
    isExact: line.startsWith('%%HiRes'),
    sides: sides
      .trim()
      .split(/[ \t]+/)
      .map(Number),
  }));
}
