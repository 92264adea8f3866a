import type { EngineJob } from '../engine.ts';
import { runPoppler } from '../poppler/run-poppler.ts';
import { LIMITS } from '../sharp/limits.ts';

/** Pictures up to this many times the resolution are left as they are: scaling gains little, and blurs them. */
const MUCH_FINER = 1.5;
/** The least pixels of a picture that is changed, as with qpdf. */
const LEAST_AREA = 128 * 128;
/** The bytes of a pixel above which JPEG is encoded anew: at the qualities that are used it has half of that. */
const DENSE_JPEG = 0.2;
/** The longest list of a file's pictures, in bytes. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** A picture of a file with its object and its scale factor. */
export interface FinePicture {
  readonly object: string;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly factor: number;
  /** Whether it is JPEG 2000 or has a palette: MuPDF decodes it. */
  readonly isForeign: boolean;
  readonly hasPalette: boolean;
  /** Its bytes in the file. */
  readonly size: number;
}

/** The pictures whose resolution is much too high wherever they are shown, and those that take more than JPEG has to. */
export async function finePictures(file: EngineJob, resolution: number): Promise<FinePicture[]> {
  const { stdout } = await runPoppler('pdfimages', ['-list', file.sourcePath], file, OUTPUT_BYTES);
  const found = new Map<string, FinePicture | undefined>();
  for (const line of stdout.split('\n').slice(2)) {
    const { type, object, picture } = shownPicture(line, resolution);
    // The object of a mask is its picture's.
    if (type === 'smask' || type === 'mask') continue;
    const known = found.get(object);
    // A picture that is also a mask, or is shown larger elsewhere, is not scaled further.
    const both = !found.has(object) || (known && picture && known.factor < picture.factor) ? picture : known;
    found.set(object, picture && both);
  }
  return [...found.values()].filter((picture) => picture !== undefined);
}

/** Parses a line of the list: one use of a picture. */
function shownPicture(line: string, resolution: number) {
  const columns = line.trim().split(/ +/);
  const [
    ,
    ,
    type,
    across,
    down,
    color = '',
    components,
    bits,
    encoding = '',
    ,
    number,
    generation,
    ppi,
    high,
    size = '',
  ] = columns;
  const [width, height, channels] = [across, down, components].map(Number) as [number, number, number];
  const finest = resolution / Math.min(Number(ppi), Number(high));
  const factor = finest < 1 / MUCH_FINER ? finest : 1;
  const [isJpx, isJpeg, hasPalette] = [encoding === 'jpx', encoding === 'jpeg', color === 'index'];
  const isPlain =
    type === 'image' && bits === '8' && (hasPalette ? encoding === 'image' : isSupported(color, channels, isJpeg));
  const fits = isPlain && (isJpx || isJpeg || encoding === 'image') && width * height <= LIMITS.pixels;
  const picture = {
    object: `${number},${generation}`,
    width,
    height,
    channels: (hasPalette ? 3 : channels) as 1 | 3 | 4,
    factor,
    isForeign: isJpx || hasPalette,
    hasPalette,
    size: bytesOf(size),
  };
  const isDense = isJpeg && picture.size > DENSE_JPEG * width * height;
  // Qpdf makes JPEG of others.
  const isLeft = isJpx || hasPalette || isDense || (color === 'icc' && encoding === 'image');
  const isWanted = fits && width * height >= LEAST_AREA && (factor < 1 || isLeft);
  return { type, object: picture.object, picture: isWanted ? picture : undefined };
}

/** Whether pictures of a colour space can be encoded: of CMYK only JPEG, as it is. */
function isSupported(color: string, channels: number, isJpeg: boolean): boolean {
  if (channels === 4) return isJpeg && ['cmyk', 'icc'].includes(color);
  return (channels === 1 || channels === 3) && ['gray', 'rgb', 'icc'].includes(color);
}

/** Parses a size: a number and a unit's letter. */
function bytesOf(size: string): number {
  return Number.parseFloat(size) * ({ K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[size.at(-1) ?? ''] ?? 1);
}
