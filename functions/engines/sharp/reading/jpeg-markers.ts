export const MARKER = 0xff;
export const START = 0xd8;
export const END = 0xd9;
export const SCAN = 0xda;

/** Where the next marker stands: FF followed by neither a stuffed zero nor another FF. */
export function findMarker(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at++) {
    if (file[at] !== MARKER) continue;
    const code = file[at + 1];
    if (code !== 0 && code !== MARKER) return at;
  }
  return -1;
}

/** Entropy-coded data ends at the first marker that is no restart marker. */
export function endOfScan(file: Buffer, from: number): number {
  let at = findMarker(file, from);
  while (at >= 0 && ((file[at + 1] ?? 0) & 0xf8) === 0xd0) at = findMarker(file, at + 2);
  return at < 0 ? file.length : at;
}

/** How many scans the first picture of a JPEG consists of. */
export function countScans(file: Buffer): number {
  let count = 0;
  for (let at = findMarker(file, 2); at >= 0 && at + 4 <= file.length; ) {
    const code = file[at + 1] ?? 0;
    if (code === END) break;
    if (code === SCAN) count += 1;
    const alone = code === START || code === 0x01 || (code & 0xf8) === 0xd0;
    const end = alone ? at + 2 : at + 2 + file.readUInt16BE(at + 2);
    at = code === SCAN ? endOfScan(file, end) : findMarker(file, end);
  }
  return count;
}
