import sharp from 'sharp';
import { ENCODINGS } from '../functions/engines/sharp/writing/encodings.ts';
import { inTurn, median, ms, table } from './measure.ts';
import { startService } from './running-service.ts';

const ROUNDS = 15;
const CLIENTS = [1, 4, 16];
const REQUESTS = 32;

/** A JPEG of about 2 MB, 12 megapixels like a phone's: noise of a seeded size on smooth colour. */
export async function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const;
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#6080a0', noise } });
  return picture.jpeg({ quality: 82 }).toBuffer();
}

/** What the engine does for a plain photo, by sharp alone and with the engine's own settings. */
export async function bareSharp(photo: Buffer): Promise<Buffer> {
  const picture = sharp(photo).autoOrient();
  const metadata = await picture.metadata();
  const traits = { metadata, hasAlpha: false, pixels: metadata.width * metadata.height };
  return ENCODINGS.webp(picture, traits, 'medium').toBuffer();
}

/** POST-to-answer of a photo to webp against sharp alone on the same bytes, and how many requests a second. */
export async function benchImage(): Promise<string> {
  const photo = await phonePhoto();
  const service = await startService();
  try {
    const convert = () => service.convert(photo, 'photo.jpg', 'webp');
    const { first: posts, second: bare } = await inTurn(ROUNDS, convert, () => bareSharp(photo));
    const [ours, theirs] = [median(posts), median(bare)];
    const comparison = table(
      ['photo to webp', 'POST to answer', 'bare sharp', 'ratio', 'difference'],
      [
        [
          `${(photo.length / 1e6).toFixed(1)} MB, 12 MP`,
          ms(ours),
          ms(theirs),
          (ours / theirs).toFixed(2),
          ms(ours - theirs),
        ],
      ],
    );
    const small = await sharp(photo).resize(800).jpeg().toBuffer();
    const rows = [];
    for (const clients of CLIENTS) {
      const large = await throughput(clients, convert);
      const little = await throughput(clients, () => service.convert(small, 'small.jpg', 'webp'));
      rows.push([clients, large.toFixed(1), little.toFixed(1)]);
    }
    const sizes = [`${(photo.length / 1e6).toFixed(1)} MB a second`, `${Math.round(small.length / 1000)} kB a second`];
    return `${comparison}\n\n${table(['clients', ...sizes], rows)}`;
  } finally {
    await service.stop();
  }
}

async function throughput(clients: number, request: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS;
  const started = performance.now();
  const client = async () => {
    while (left-- > 0) await request();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (REQUESTS / (performance.now() - started)) * 1000;
}
