import { inspect } from '../read/inspect.ts';
import { ENCAPSULATED, postScriptSection } from './postscript-section.ts';

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
