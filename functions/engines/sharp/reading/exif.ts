import { TiffFile } from '../../../detection/tiff-file.ts';

const ORIENTATION = 0x0112;
const UPRIGHT = 1;

/**
 * Marks EXIF as that of an upright picture, for pixels that are turned already.
 * @param exif beginning with its TIFF header; changed in place
 */
export function resetOrientation(exif: Buffer): Buffer {
  const tiff = TiffFile.open(exif);
  for (const { tag, place } of tiff?.fields(tiff.first) ?? []) {
    if (tag !== ORIENTATION) continue;
    if (tiff?.little) exif.writeUInt16LE(UPRIGHT, place + 8);
    else exif.writeUInt16BE(UPRIGHT, place + 8);
  }
  return exif;
}
