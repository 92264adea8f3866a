import { losslessJpeg } from './lossless-jpeg.ts';
import { colours, HEIGHT, littleEndian, mosaic, WIDTH } from './mosaic.ts';
import { type Field, TiffWriter } from './tiff-writer.ts';

const CFA = 32_803;
const LINEAR_RAW = 34_892;
/** From XYZ to sRGB: a camera that sees the colours of a screen. */
const SCREEN = [3.2405, -1.5371, -0.4985, -0.9693, 1.876, 0.0416, 0.0556, -0.204, 1.0572];

/** What is told of a DNG beyond its quarters. */
export interface DngWish {
  readonly orientation?: number;
  /** @default a mosaic as it is */
  readonly kind?: 'mosaic' | 'lossless' | 'linear';
  readonly described?: boolean;
}

/** A DNG of the four quarters. */
export function dng({ orientation = 1, kind = 'mosaic', described = false }: DngWish = {}): Buffer {
  const tiff = new TiffWriter();
  const white = kind === 'lossless' ? 16_383 : 65_535;
  const linear = kind === 'linear';
  const pixels =
    kind === 'lossless'
      ? losslessJpeg(mosaic(white), WIDTH, 14)
      : littleEndian(linear ? colours(white) : mosaic(white));
  const data = strip(tiff.add(pixels), pixels.length, kind === 'lossless' ? 7 : 1);
  return tiff.finish(
    tiff.directory([
      ...data,
      ...size(linear ? 3 : 1),
      ...camera('Acme', 'Obscura 1'),
      [262, 'short', [linear ? LINEAR_RAW : CFA]],
      [274, 'short', [orientation]],
      [50_706, 'byte', [1, 4, 0, 0]],
      [50_708, 'ascii', 'Acme Obscura 1'],
      [50_717, 'long', linear ? [white, white, white] : [white]],
      [50_721, 'srational', SCREEN],
      [50_728, 'rational', [1, 1, 1]],
      [50_778, 'short', [21]],
      ...(linear ? [] : PATTERN),
      ...(described ? taken(tiff) : []),
    ]),
  );
}

const PATTERN: readonly Field[] = [
  [33_421, 'short', [2, 2]],
  [33_422, 'byte', [0, 1, 1, 2]],
];

const size = (samples = 1, bits = 16): Field[] => [
  [254, 'long', [0]],
  [256, 'long', [WIDTH]],
  [257, 'long', [HEIGHT]],
  [258, 'short', Array.from({ length: samples }, () => bits)],
  [277, 'short', [samples]],
  [278, 'long', [HEIGHT]],
];
const strip = (at: number, length: number, compression: number): Field[] => [
  [259, 'short', [compression]],
  [273, 'long', [at]],
  [279, 'long', [length]],
];
const camera = (make: string, model: string): Field[] => [
  [271, 'ascii', make],
  [272, 'ascii', model],
  [306, 'ascii', '2024:05:06 07:08:09'],
];

/** When, how and where the picture was taken. */
function taken(tiff: TiffWriter): Field[] {
  const exposure = tiff.directory([
    [33_434, 'rational', [1 / 250]],
    [33_437, 'rational', [2.8]],
    [34_855, 'short', [400]],
    [36_867, 'ascii', '2024:05:06 07:08:09'],
    [37_386, 'rational', [35]],
  ]);
  const place = tiff.directory([
    [1, 'ascii', 'N'],
    [2, 'rational', [48, 51, 29]],
    [3, 'ascii', 'E'],
    [4, 'rational', [2, 17, 40]],
  ]);
  return [
    [34_665, 'long', [exposure]],
    [34_853, 'long', [place]],
  ];
}

/** A raw picture that is a TIFF with the sensor's in a directory below the first, as most cameras write it. */
function vendorTiff(
  make: string,
  model: string,
  compression: number,
  { pixels = littleEndian(mosaic(16_383)), bits = 16 } = {},
): Buffer {
  const tiff = new TiffWriter();
  const data = strip(tiff.add(pixels), pixels.length, compression);
  const sensor = tiff.directory([...data, ...size(1, bits), [262, 'short', [CFA]], ...PATTERN]);
  return tiff.finish(tiff.directory([...camera(make, model), [330, 'long', [sensor]]]));
}

/** The same in the first directory. */
function plainTiff(
  make: string,
  model: string,
  { header = 'II*\0\0\0\0\0', pixels = littleEndian(mosaic(4095)), bits = 16 } = {},
): Buffer {
  const tiff = new TiffWriter(header);
  const data = strip(tiff.add(pixels), pixels.length, 1);
  return tiff.finish(
    tiff.directory([...data, ...size(1, bits), ...camera(make, model), [262, 'short', [CFA]], ...PATTERN]),
  );
}

/** Samples of 12 bits in 16, at the upper end. */
const shifted = (samples: Uint16Array) => samples.map((sample) => sample << 4);

/** Samples of 12 bits without gaps, in words of four bytes, each with its last byte first. */
function packed(samples: Uint16Array): Buffer {
  const hex = Array.from(samples, (sample) => sample.toString(16).padStart(3, '0')).join('');
  return Buffer.from(hex, 'hex').swap32();
}

function cr2(): Buffer {
  const tiff = new TiffWriter('II*\0\0\0\0\0CR\u0002\0\0\0\0\0');
  const pixels = losslessJpeg(mosaic(16_383), WIDTH, 14);
  const sensor = tiff.directory(strip(tiff.add(pixels), pixels.length, 6));
  return tiff.finish(tiff.directory(camera('Canon', 'Canon EOS Obscura'), sensor));
}

/** Where the blocks of 16 KB of a Panasonic camera are cut: the part behind it is written first. */
const BLOCK = { length: 0x4000, cut: 0x2008 } as const;

/** Ten samples of 12 bits in 16 bytes. */
function panasonicBlocks(samples: Uint16Array): Buffer {
  const block = Buffer.alloc(BLOCK.length);
  for (let index = 0; index < samples.length; index += 2) {
    const at = Math.floor(index / 10) * 16 + ((index % 10) / 2) * 3;
    const [first = 0, second = 0] = samples.subarray(index, index + 2);
    block.set([first & 255, (first >> 8) | ((second & 15) << 4), second >> 4], at);
  }
  return Buffer.concat([block.subarray(BLOCK.cut), block.subarray(0, BLOCK.cut)]);
}

function rw2(): Buffer {
  const tiff = new TiffWriter('IIU\0\0\0\0\0');
  const at = tiff.add(panasonicBlocks(mosaic(4095)));
  return tiff.finish(
    tiff.directory([
      [1, 'byte', [...Buffer.from('0330')]],
      [2, 'short', [WIDTH]],
      [3, 'short', [HEIGHT]],
      [4, 'short', [0]],
      [5, 'short', [0]],
      [6, 'short', [HEIGHT]],
      [7, 'short', [WIDTH]],
      [9, 'short', [1]],
      [10, 'short', [12]],
      [45, 'short', [5]],
      ...camera('Panasonic', 'DMC-OBSCURA'),
      [280, 'long', [at]],
    ]),
  );
}

function raf(): Buffer {
  const exif = new TiffWriter();
  const described = exif.finish(exif.directory(camera('FUJIFILM', 'Obscura')));
  const length = described.length + 8;
  const app = Buffer.from([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255]);
  const jpeg = Buffer.concat([app, Buffer.from('Exif\0\0'), described, Buffer.from([0xff, 0xd9])]);
  const meta = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from([1, 0, 0, 4, 0, HEIGHT, 0, WIDTH])]);
  const header = Buffer.alloc(148);
  header.write('FUJIFILMCCD-RAW 0201FF000000Obscura');
  const pixels = littleEndian(mosaic(16_383));
  const metaAt = header.length + jpeg.length;
  header.writeUInt32BE(header.length, 84);
  header.writeUInt32BE(jpeg.length, 88);
  header.writeUInt32BE(metaAt, 92);
  header.writeUInt32BE(meta.length, 96);
  header.writeUInt32BE(metaAt + meta.length, 100);
  header.writeUInt32BE(pixels.length, 104);
  return Buffer.concat([header, jpeg, meta, pixels]);
}

function mrw(): Buffer {
  const exif = new TiffWriter();
  const described = exif.finish(exif.directory(camera('Minolta Co., Ltd.', 'DYNAX OBSCURA')));
  const block = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(`\0${name}`, 'latin1');
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const sides = Buffer.alloc(24);
  sides.write('21860002', 'latin1');
  [HEIGHT, WIDTH, HEIGHT, WIDTH].forEach((side, index) => {
    sides.writeUInt16BE(side, 8 + index * 2);
  });
  sides.set([16, 12, 0x52, 0, 0, 0, 0, 1], 16);
  const blocks = Buffer.concat([block('PRD', sides), block('TTW', described)]);
  return Buffer.concat([block('MRM', blocks), littleEndian(mosaic(4095)).swap16()]);
}

/** Uncompressed; the words of its own directory are numbers of four bytes, behind the header of a TIFF. */
function iiq(): Buffer {
  const tiff = new TiffWriter('II*\0\0\0\0\0IIII\u0001waR\0\0\0\0');
  const [own, samples] = [8, tiff.add(littleEndian(mosaic(16_383)))];
  const first = tiff.directory(camera('Phase One', 'P Obscura'));
  const [key, serial] = [tiff.add(Buffer.alloc(4)), tiff.add(Buffer.from('AB123456'))];
  const sides = { 264: WIDTH, 265: HEIGHT, 266: 0, 267: 0, 268: WIDTH, 269: HEIGHT, 270: 0 };
  const entries = Object.entries({ 258: serial - own, ...sides, 271: samples - own, 274: key - own });
  const words = [entries.length, 0, ...entries.flatMap(([tag, value]) => [Number(tag), 1, 8, value])];
  const at = tiff.add(Buffer.from(Uint32Array.from(words).buffer));
  const file = tiff.finish(first);
  file.writeUInt32LE(at - own, 16);
  return file;
}

/** A file of the four quarters in each raw format that can be written here. */
export const RAW_FILES = {
  dng: () => dng(),
  cr2,
  nef: () =>
    vendorTiff('NIKON CORPORATION', 'NIKON OBSCURA', 34_713, {
      pixels: littleEndian(shifted(mosaic(4095))).swap16(),
      bits: 12,
    }),
  arw: () => vendorTiff('SONY', 'ILCE-OBSCURA', 1),
  orf: () =>
    plainTiff('OLYMPUS CORPORATION', 'E-OBSCURA', { header: 'IIRO\0\0\0\0', pixels: packed(mosaic(4095)), bits: 12 }),
  rw2,
  raf,
  pef: () => plainTiff('PENTAX', 'PENTAX OBSCURA'),
  srw: () => vendorTiff('SAMSUNG', 'NX-OBSCURA', 32_769),
  erf: () => vendorTiff('SEIKO EPSON CORP.', 'R-OBSCURA', 1),
  dcr: () => vendorTiff('Kodak', 'DCS Obscura', 1),
  iiq,
  '3fr': () => vendorTiff('Hasselblad', 'Obscura', 1),
  mrw,
} as const;
