import { inspect } from '../read/inspect.ts';

const EDGE = 4096;

/** The comments that end a file. */
const END = /%%EOF|%%Trailer/;

/** What Photoshop, Illustrator (which puts its own drawing behind the trailer) and Pillow write last. */
const LAST = /(?:pdfmark|%AI9_PrivateDataEnd|grestore end)\s*$/;

/** How many pages the comments in front announce. */
const PAGES = /^%%Pages: *(\d{1,6})/m;

/**
 * Whether the end of a PostScript file is missing: nothing in its last 4 kB ends a file, and it shows fewer pages than it
 * announces, or it is Encapsulated PostScript, which may leave `showpage` out, or the comments, but not both
 * (Adobe Technical Notes 5001 and 5002).
 * @param shown how many pages the file has shown
 */
export function isCutOff(path: string, shown: number): boolean {
  return inspect(path, (read, size) => {
    const { start, end } = section(read(0, 12), size);
    if (end > size) return true;
    const tail = Math.max(start, end - EDGE);
    const last = read(tail, Math.max(0, end - tail)).toString('latin1');
    if (END.test(last) || LAST.test(last)) return false;
    const head = read(start, EDGE).toString('latin1');
    if (Number(PAGES.exec(head)?.[1] ?? 0) > shown) return true;
    return /^%!PS-Adobe-\S+ EPSF/.test(head) && !last.includes('showpage');
  });
}

/** Where the PostScript lies in a file: in those of DOS between a header and a preview. */
function section(head: Buffer, size: number): { start: number; end: number } {
  if (head.length < 12 || head.readUInt32BE(0) !== 0xc5d0d3c6) return { start: 0, end: size };
  const start = head.readUInt32LE(4);
  return { start, end: start + head.readUInt32LE(8) };
}
