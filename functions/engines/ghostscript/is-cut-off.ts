import { open } from 'node:fs/promises';

const EDGE = 4096;

/** What the last instructions of a whole file are: the comment that ends it, or a page that is shown. */
const END = /%%EOF|%%Trailer|showpage/;

/** How many pages the comments in front announce. */
const PAGES = /^%%Pages: *(\d{1,6})/m;

/**
 * Whether the end of a PostScript file is missing: nothing in its last 4 kB ends a file, and it shows fewer pages than it
 * announces, or it is Encapsulated PostScript, which may leave `showpage` out, but not the comments
 * (Adobe Technical Notes 5001 and 5002).
 * @param shown how many pages the file has shown
 */
export async function isCutOff(path: string, shown: number): Promise<boolean> {
  const file = await open(path);
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { size } = await file.stat();
    const { start, end } = section(await read(0, 12), size);
    if (end > size) return true;
    const head = (await read(start, EDGE)).toString('latin1');
    const tailStart = Math.max(start, end - EDGE);
    if (END.test((await read(tailStart, Math.max(0, end - tailStart))).toString('latin1'))) return false;
    return /^%!PS-Adobe-\S+ EPSF/.test(head) || Number(PAGES.exec(head)?.[1] ?? 0) > shown;
  } finally {
    await file.close();
  }
}

/** Where the PostScript lies in a file: in those of DOS between a header and a preview. */
function section(head: Buffer, size: number): { start: number; end: number } {
  if (head.length < 12 || head.readUInt32BE(0) !== 0xc5d0d3c6) return { start: 0, end: size };
  const start = head.readUInt32LE(4);
  return { start, end: start + head.readUInt32LE(8) };
}
