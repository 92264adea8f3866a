import { inspect } from '../read/inspect.ts';

/** How Encapsulated PostScript begins. */
const ENCAPSULATED = /^%!PS-Adobe-\S+ EPSF/;

/** Where the PostScript is in a file: a DOS EPS binary file has a header and a preview as well. */
function postScriptSection(header: Buffer, size: number): { start: number; end: number } {
  if (header.length < 12 || header.readUInt32BE(0) !== 0xc5d0d3c6) return { start: 0, end: size };
  const start = header.readUInt32LE(4);
  return { start, end: start + header.readUInt32LE(8) };
}

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

const EDGE = 4096;

/** The comments that end a file. */
const END = /%%EOF|%%Trailer/;

/** What Photoshop, Illustrator (which appends its own data after the trailer) and Pillow write last. */
const LAST = /(?:pdfmark|%AI9_PrivateDataEnd|grestore end)\s*$/;

/** The number of pages by the header comments. */
const PAGES = /^%%Pages: *(\d{1,6})/m;

/**
 * Whether the end of a PostScript file is missing: nothing in its last 4 kB ends a file, and it shows fewer pages than it
 * announces, or it is Encapsulated PostScript, which may leave `showpage` out, or the comments, but not both
 * (Adobe Technical Notes 5001 and 5002).
 * @param shown how many pages the file has shown
 */
export function isCutOff(path: string, shown: number): boolean {
  return inspect(path, (read, size) => {
    const { start, end } = postScriptSection(read(0, 12), size);
    if (end > size) return true;
    const tail = Math.max(start, end - EDGE);
    const last = read(tail, Math.max(0, end - tail)).toString('latin1');
    if (END.test(last) || LAST.test(last)) return false;
    const head = read(start, EDGE).toString('latin1');
    if (Number(PAGES.exec(head)?.[1] ?? 0) > shown) return true;
    return ENCAPSULATED.test(head) && !last.includes('showpage');
  });
}
