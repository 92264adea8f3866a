import sharp from 'sharp';
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
  const [width, height] = [600, 400];
  const pixels = Buffer.alloc(width * height * 3);
  pixels.forEach((_, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    pixels[at] = ((x * x + y * (7 + (at % 3))) >> 5) & 255;
  });
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer();
  return pictureOf(jpeg, { space: '/DeviceRGB', filter: 'DCTDecode', width, height });
}
