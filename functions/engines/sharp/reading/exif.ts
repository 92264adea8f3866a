import { TiffFile } from '../../../detection/tiff-file.ts';

const ORIENTATION = 0x0112;
const UPRIGHT = 1;

/**
 * Resets the orientation of EXIF, for pixels to which it has been applied.
 * @param exif beginning with its TIFF header; changed in place
 */
export function resetOrientation(exif: Buffer): Buffer {
  const tiff = TiffFile.open(exif);
  for (const { tag, offset } of tiff?.fields(tiff.first) ?? []) {
    if (tag !== ORIENTATION) continue;
    if (tiff?.little) exif.writeUInt16LE(UPRIGHT, offset + 8);
    else exif.writeUInt16BE(UPRIGHT, offset + 8);
  }
  return exif;
}
