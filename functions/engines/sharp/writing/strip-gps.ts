import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { TiffFile } from '../../../detection/tiff-file.ts';
import { patchFile } from '../../patch-file.ts';

/** The tag that points at the directory of the place in the first directory of EXIF, and one of its own entries. */
const GPS_IFD = 0x8825;
const ENTRY = 12;

/**
 * Removes the place from the EXIF of a picture that was written, where it lies.
 * @throws Error when it is there and cannot be removed
 */
export async function stripGps(path: string): Promise<void> {
  const { exif, format } = await sharp(path, { limitInputPixels: false }).metadata();
  if (!exif) return;
  const tiffAt = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const stripped = withoutGpsInExif(exif.subarray(tiffAt));
  if (!stripped) return;
  const bytes = await readFile(path);
  const at = bytes.indexOf(exif);
  if (at < 0) throw new Error(`EXIF is not found in what was written as ${format}`);
  stripped.copy(bytes, at + tiffAt);
  // In PNG a chunk: its type stands before it, the sum of both behind.
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes.subarray(at - 4, at + exif.length)));
  await patchFile(path, [at + tiffAt, stripped], ...(format === 'png' ? [[at + exif.length, sum] as const] : []));
}

/**
 * EXIF without the place, as long as before.
 * @param exif beginning with its TIFF header
 * @returns nothing when there is no place in it
 */
export function withoutGpsInExif(exif: Buffer): Buffer | undefined {
  const result = Buffer.from(exif);
  const tiff = TiffFile.open(result);
  const fields = tiff?.fields(tiff.first) ?? [];
  const pointer = fields.find(({ tag }) => tag === GPS_IFD);
  if (!tiff || !pointer) return undefined;
  for (const { place, at, bytes } of tiff.fields(tiff.u32(pointer.place + 8))) {
    if (bytes > 4) result.fill(0, at, Math.min(result.length, at + bytes));
    result.fill(0, place, place + ENTRY);
  }
  // A directory is as long as it says, and the place of the next one stands behind it.
  const end = Math.min(result.length, (fields.at(-1) ?? pointer).place + ENTRY + 4);
  result.copy(result, pointer.place, pointer.place + ENTRY, end);
  result.fill(0, end - ENTRY, end);
  if (tiff.little) result.writeUInt16LE(fields.length - 1, tiff.first);
  else result.writeUInt16BE(fields.length - 1, tiff.first);
  return result;
}

/** Names of XMP that tell of a place. */
const LOCATION =
  /[<\s:](?:gps\w{0,40}|city|state|country(?:code|name)?|(?:sub)?location(?:created|shown)?|provincestate|worldregion|latitude|longitude|coordinates)[\s=>/]/i;

/** Whether XMP tells of a place: then none of it is kept. */
export function namesLocation(xmp: string): boolean {
  return LOCATION.test(xmp);
}
