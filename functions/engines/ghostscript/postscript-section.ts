/** How Encapsulated PostScript begins. */
export const ENCAPSULATED = /^%!PS-Adobe-\S+ EPSF/;

/** Where the PostScript is in a file: a DOS EPS binary file has a header and a preview as well. */
export function postScriptSection(header: Buffer, size: number): { start: number; end: number } {
  if (header.length < 12 || header.readUInt32BE(0) !== 0xc5d0d3c6) return { start: 0, end: size };
  const start = header.readUInt32LE(4);
  return { start, end: start + header.readUInt32LE(8) };
}
