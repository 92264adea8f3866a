import sharp from 'sharp';
import { seededRandom } from './random.ts';

/** A JPEG with the smooth areas, edges and noise of a photo: 640x480, about 100 kB. */
export function photo(width = 640, height = 480): Promise<Buffer> {
  const random = seededRandom(42);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const noise = random() * 24;
      pixels[at] = (x / width) * 200 + noise;
      pixels[at + 1] = (y / height) * 200 + noise;
      pixels[at + 2] = (Math.floor(x / 40) + Math.floor(y / 40)) % 2 === 0 ? 180 + noise : 40 + noise;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A PNG of one colour. */
export function plain(background: string, width = 20, height = 16): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
