import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';

const MILLIMETRES_PER_INCH = 25.4;

/**
 * Writes a picture for tesseract: in grey, without compression.
 * @param dpi its resolution, in pixels per inch, where the file is to state it
 * @returns the path
 */
export async function writeGrey(picture: Sharp, path: string, dpi?: number): Promise<string> {
  const density = dpi === undefined ? undefined : dpi / MILLIMETRES_PER_INCH;
  const resolution = density !== undefined && { xres: density, yres: density };
  await writeFile(
    path,
    await picture
      .toColourspace('b-w')
      .tiff({ compression: 'none', ...resolution })
      .toBuffer(),
  );
  return path;
}
