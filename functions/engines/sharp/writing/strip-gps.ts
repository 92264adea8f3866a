import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { TiffFile } from '../../../detection/tiff-file.ts';

/** The tag that points to the GPS directory of EXIF, and the length of a directory's entry. */
const GPS_IFD = 0x8825;
const ENTRY = 12;

/**
 * Removes the GPS position from the EXIF of a written picture, in place.
 * @throws Error when it cannot be removed
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
  // In PNG, EXIF is a chunk whose CRC covers type and content.
  if (format === 'png') bytes.writeUInt32BE(crc32(bytes.subarray(at - 4, at + exif.length)), at + exif.length);
  await writeFile(path, bytes);
}

/**
 * Removes the GPS directory of EXIF without changing its length.
 * @param exif beginning with its TIFF header
 * @returns undefined where there is none
 */
function withoutGpsInExif(exif: Buffer): Buffer | undefined {
  const result = Buffer.from(exif);
  const tiff = TiffFile.open(result);
  const fields = tiff?.fields(tiff.first) ?? [];
  const pointer = fields.find(({ tag }) => tag === GPS_IFD);
  if (!tiff || !pointer) return undefined;
  for (const { offset, valueAt, bytes } of tiff.fields(tiff.u32(pointer.offset + 8))) {
    if (bytes > 4) result.fill(0, valueAt, Math.min(result.length, valueAt + bytes));
    result.fill(0, offset, offset + ENTRY);
  }
  // The entries are followed by the offset of the next directory.
  const end = Math.min(result.length, (fields.at(-1) ?? pointer).offset + ENTRY + 4);
  result.copy(result, pointer.offset, pointer.offset + ENTRY, end);
  result.fill(0, end - ENTRY, end);
  if (tiff.little) result.writeUInt16LE(fields.length - 1, tiff.first);
  else result.writeUInt16BE(fields.length - 1, tiff.first);
  return result;
}

/** Names of XMP properties for a location. */
const LOCATION =
  /[<\s:](?:gps\w{0,40}|city|state|country(?:code|name)?|(?:sub)?location(?:created|shown)?|provincestate|worldregion|latitude|longitude|coordinates)[\s=>/]/i;

/** Whether XMP names a location: then none of it is kept. */
export function namesLocation(xmp: string): boolean {
  return LOCATION.test(xmp);
}
