import { type FormatName, findFormat, formatOfFilename } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** ISO BMFF brands of still pictures. All brands are checked, as the major brand may be generic or a vendor's. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Detects pictures that file-type mistakes: SVG for text, and pictures in ISO BMFF for videos. */
export const detectPicture: Detect = (sample) => {
  const { head, filename, guess } = sample;
  if (!guess) return sample.root?.name === 'svg' ? 'svg' : undefined;
  // Illustrator's files are PDF or PostScript with private data: the name decides that the drawing is wanted.
  if (ILLUSTRATED.includes(guess.ext) && formatOfFilename(filename) === 'ai')
    return head.includes('Illustrator') ? 'ai' : undefined;
  if (guess.ext === 'gz') return /\.svgz$/i.test(filename) ? 'svg' : undefined;
  if (guess.ext === 'heic' || guess.ext === 'mp4') return pictureBrand(head) ?? findFormat(guess.ext);
  if (guess.mime !== 'image/x-icon' || !holdsFewPictures(head)) return undefined;
  return head[2] === CURSOR ? 'cur' : 'ico';
};

const CURSOR = 2;
const ILLUSTRATED: readonly string[] = ['pdf', 'ps', 'eps'];

/** Whether the number of pictures is plausible: Lotus spreadsheets begin like icons, with a high number. */
function holdsFewPictures([, , , , , high]: Uint8Array): boolean {
  return high === 0;
}

function pictureBrand(head: Buffer): FormatName | undefined {
  const brands = brandsOf(head);
  if (AVIF_BRANDS.some((brand) => brands.includes(brand))) return 'avif';
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? 'heic' : undefined;
}

/** The major and compatible brands in the `ftyp` box that opens an ISO BMFF file (ISO/IEC 14496-12, 4.3). */
function brandsOf(head: Buffer): string[] {
  const size = Math.min(head.length >= 8 ? head.readUInt32BE(0) : 0, head.length, 4096);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
