import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';
import { type TiffDirectory, TiffFile } from './tiff-file.ts';

/** Signatures of raw formats behind the TIFF header: of Canon, and of Phase One in both byte orders. */
const MARKS: readonly (readonly [mark: string, format: FormatName])[] = [
  ['CR\u0002', 'cr2'],
  ['IIII', 'iiq'],
  ['MMMM', 'iiq'],
];

/** The raw formats of manufacturers that write TIFF. */
const MAKERS: readonly (readonly [maker: RegExp, format: FormatName])[] = [
  [/^canon/i, 'cr2'],
  [/^nikon/i, 'nef'],
  [/^sony/i, 'arw'],
  [/^(?:pentax|asahi|ricoh)/i, 'pef'],
  [/^samsung/i, 'srw'],
  [/^(?:seiko )?epson/i, 'erf'],
  [/^(?:eastman )?kodak/i, 'dcr'],
  [/^hasselblad/i, '3fr'],
];

const MAKE = 271;
const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const DNG_VERSION = 50_706;

/** Photometric interpretations of sensor data: colour filter array and linear raw. */
const SENSOR_PHOTOMETRICS: readonly (number | undefined)[] = [32_803, 34_892];
/** Compressions of cameras: Kodak, Sony, Samsung, Nikon, Pentax. */
const SENSOR_COMPRESSIONS: readonly (number | undefined)[] = [262, 32_767, 32_769, 32_770, 34_713, 65_000, 65_535];

/** Detects raw formats that are TIFF: only sensor data are raw. */
export const detectRaw: Detect = ({ head, filename }) => {
  const tiff = TiffFile.open(head);
  if (!tiff) return undefined;
  const marked = MARKS.find(([mark]) => head.toString('latin1', 8, 8 + mark.length) === mark);
  if (marked) return marked[1];
  // Where the first directory is beyond the beginning, the name decides.
  return tiff.hasFirstDirectory ? rawTiff(tiff.directories()) : claimedRaw(filename);
};

function rawTiff(directories: readonly TiffDirectory[]): FormatName | undefined {
  if (directories.some((directory) => directory.has(DNG_VERSION))) return 'dng';
  if (!directories.some(isSensorData)) return undefined;
  const make = directories.map((directory) => directory.text(MAKE)).find((text) => text !== '') ?? '';
  return MAKERS.find(([maker]) => maker.test(make))?.[1];
}

/** Whether a directory has sensor data, rather than a developed picture. */
export function isSensorData(directory: TiffDirectory): boolean {
  return (
    SENSOR_PHOTOMETRICS.includes(directory.number(PHOTOMETRIC)) ||
    SENSOR_COMPRESSIONS.includes(directory.number(COMPRESSION))
  );
}

function claimedRaw(filename: string): FormatName | undefined {
  const claimed = formatOfFilename(filename);
  return claimed === 'dng' || MAKERS.some(([, format]) => format === claimed) ? claimed : undefined;
}
