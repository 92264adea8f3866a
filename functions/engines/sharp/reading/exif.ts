const ORIENTATION = 0x0112;
const UPRIGHT = 1;
const ENTRY = 12;

/**
 * Marks EXIF as that of an upright picture, for pixels that are turned already.
 * @param exif beginning with its TIFF header; changed in place
 */
export function resetOrientation(exif: Buffer): Buffer {
  const little = exif.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = little ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (directory + 2 > exif.length) return exif;
  const end = Math.min(exif.length - ENTRY, directory + 2 + (u16(directory) - 1) * ENTRY);
  for (let at = directory + 2; at <= end; at += ENTRY) {
    if (u16(at) !== ORIENTATION) continue;
    if (little) exif.writeUInt16LE(UPRIGHT, at + 8);
    else exif.writeUInt16BE(UPRIGHT, at + 8);
  }
  return exif;
}
