import sharp from 'sharp';
import { photo as cameraPhoto } from '../support/pictures.ts';
import { handWritten, streamOf } from './hand-written.ts';

/** A picture as an object of a PDF file. */
export function pictureOf(
  data: Buffer,
  { space, filter, width, height }: { space: string; filter: string; width: number; height: number },
): string {
  const size = `/Width ${width}/Height ${height}/BitsPerComponent 8`;
  return streamOf(data.toString('latin1'), `/Type/XObject/Subtype/Image${size}/ColorSpace${space}/Filter/${filter}`);
}

/** A page of 200 by 200 points with a picture that fills all but its right and lower borders; further objects are 4 and on. */
export async function pictured(picture?: string, ...others: readonly string[]): Promise<Buffer> {
  const entries = '/Resources<</XObject<</P 3 0 R>>>>';
  const content = 'q 160 0 0 160 0 40 cm /P Do Q';
  return handWritten([{ width: 200, height: 200, content, entries }], {
    objects: [picture ?? (await photo()), ...others],
  });
}

/** A picture with fine detail, as a camera makes it. */
async function photo(): Promise<string> {
  const jpeg = await sharp(await cameraPhoto(600, 400))
    .jpeg({ quality: 98 })
    .toBuffer();
  return pictureOf(jpeg, { space: '/DeviceRGB', filter: 'DCTDecode', width: 600, height: 400 });
}

/** Noise, which no lossless compression makes much smaller. */
export function grain(at: number): number {
  const mixed = Math.imul(at + 1, 0x9e3779b1);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 28) & 7;
}
