import type { Exif } from 'sharp';
import { type TiffDirectory, TiffFile } from '../../detection/tiff-file.ts';
import { readHead } from '../read-head.ts';

/** How many bytes are read: LibRaw writes EXIF in front of the pixels. */
const HEAD = 16 * 1024;

const EXIF = 34_665;
const GPS = 34_853;

/** Tags by sharp's names for them. */
const CAMERA = { Make: 271, Model: 272, DateTime: 306, Artist: 315, Copyright: 33_432 } as const;
const EXPOSURE = { ExposureTime: 33_434, FNumber: 33_437, FocalLength: 37_386 } as const;
const ISO = 34_855;
const GPS_TEXTS = { GPSLatitudeRef: 1, GPSLongitudeRef: 3 } as const;
const GPS_NUMBERS = { GPSLatitude: 2, GPSLongitude: 4, GPSAltitude: 6 } as const;
const ALTITUDE_REFERENCE = 5;

/** LibRaw's time where there is none, or a malformed one. */
const NO_TIME = /^1970:01:01 00:00:00$|^(?!\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$)/;

/** The EXIF that LibRaw wrote: time, GPS position, camera and exposure. */
export async function readExif(path: string): Promise<Exif> {
  const tiff = TiffFile.open(await readHead(path, HEAD));
  const [directory] = tiff?.directories() ?? [];
  if (!tiff || !directory) return {};
  const below = (tag: number) => tiff.directory(directory.number(tag) ?? HEAD);
  const { DateTime, ...camera } = textsOf(directory, CAMERA);
  const taken = DateTime === undefined || NO_TIME.test(DateTime) ? undefined : DateTime;
  return {
    IFD0: { ...camera, ...(taken && { DateTime: taken }) },
    IFD2: { ...exposureOf(below(EXIF)), ...(taken && { DateTimeOriginal: taken }) },
    ...(directory.has(GPS) && { IFD3: positionOf(below(GPS)) }),
  };
}

function exposureOf(directory: TiffDirectory): Record<string, string> {
  const iso = directory.number(ISO) ?? 0;
  return { ...rationalsOf(directory, EXPOSURE), ...(iso > 0 && { ISOSpeedRatings: `${iso}` }) };
}

function positionOf(directory: TiffDirectory): Record<string, string> {
  const height = directory.number(ALTITUDE_REFERENCE) === 1 ? '1' : '0';
  const numbers = rationalsOf(directory, GPS_NUMBERS);
  return { ...textsOf(directory, GPS_TEXTS), ...numbers, ...(numbers.GPSAltitude && { GPSAltitudeRef: height }) };
}

/** Text values, in printable ASCII. */
function textsOf(directory: TiffDirectory, tags: Readonly<Record<string, number>>): Record<string, string> {
  const texts = Object.entries(tags).map(([name, tag]) => [name, directory.text(tag).replace(/[^ -~]/g, '')] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Rationals in lowest terms, without zeros and those with a zero denominator. */
function rationalsOf(directory: TiffDirectory, tags: Readonly<Record<string, number>>): Record<string, string> {
  const fields = Object.entries(tags).map(([name, tag]) => {
    const numbers = directory.numbers(tag, 6);
    const pairs = Array.from({ length: numbers.length >> 1 }, (_, index) => numbers.slice(index * 2, index * 2 + 2));
    const isValid = pairs.some(([above = 0]) => above > 0) && pairs.every(([, below = 0]) => below > 0);
    return [name, isValid ? pairs.map(([above = 0, below = 1]) => reduced(above, below)).join(' ') : ''] as const;
  });
  return Object.fromEntries(fields.filter(([, text]) => text !== ''));
}

function reduced(numerator: number, denominator: number): string {
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return `${numerator / divisor}/${denominator / divisor}`;
}
