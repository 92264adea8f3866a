import { unreadable } from '../unreadable.ts';

/** How colours are stored: its channels, and what TIFF calls it. */
export interface Mode {
  readonly colours: number;
  readonly photometric: number;
}

/** The modes of documents, by their numbers. Of a duotone, which inks it is printed with is for nobody to know. */
const MODES: Readonly<Record<number, Mode>> = {
  0: { colours: 1, photometric: 0 },
  1: { colours: 1, photometric: 1 },
  2: { colours: 1, photometric: 3 },
  3: { colours: 3, photometric: 2 },
  4: { colours: 4, photometric: 5 },
  7: { colours: 1, photometric: 1 },
  8: { colours: 1, photometric: 1 },
  9: { colours: 3, photometric: 8 },
};
const DEPTHS: readonly number[] = [1, 8, 16, 32];

const HEADER = 26;
const RESOLUTION = 1005;
const ICC_PROFILE = 1039;
/** The sides of a document, the larger kind too. */
const LONGEST_SIDE = 300_000;
const MOST_RESOURCES = 10_000;

/** A Photoshop document, as far as the picture of all its layers together is concerned. */
export interface PhotoshopDocument extends Mode {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  /** Channels in the file; those beyond colours and transparency are selections that somebody has kept. */
  readonly channels: number;
  /** `straight`, or over white where all layers together are transparent. */
  readonly transparency: 'none' | 'straight' | 'over white';
  /** 256 reds, greens and blues of an indexed picture. */
  readonly palette: Buffer;
  readonly icc: Buffer | undefined;
  /** Pixels of an inch. */
  readonly density: number | undefined;
  /** Whether it is of the kind whose sides and sections can be larger. */
  readonly large: boolean;
  /** Where the picture begins: how it is packed, and its rows. */
  readonly picture: Buffer;
}

/**
 * Reads what a Photoshop file says of its picture.
 * @see Adobe Photoshop File Formats Specification, "File header section" to "Image data section"
 * @throws ConversionError UNREADABLE_FILE
 */
export function readDocument(file: Buffer): PhotoshopDocument {
  if (file.length < HEADER + 14 || file.toString('latin1', 0, 4) !== '8BPS') throw unreadable('no Photoshop file');
  const large = file.readUInt16BE(4) === 2;
  const [channels, height, width] = [file.readUInt16BE(12), file.readUInt32BE(14), file.readUInt32BE(18)];
  const [depth, number] = [file.readUInt16BE(22), file.readUInt16BE(24)];
  const mode = MODES[number];
  const possible = Math.min(width, height) > 0 && Math.max(width, height) <= LONGEST_SIDE;
  if (!mode || !DEPTHS.includes(depth) || (depth === 1) !== (number === 0) || !possible || channels < mode.colours)
    throw unreadable(`mode ${number}, ${channels} channels of ${depth} bits, ${width} x ${height}`);
  const { palette, resources, layers, picture } = sections(file, large);
  const found = resourcesOf(resources);
  return {
    ...{ ...mode, width, height, depth, channels, large, picture, palette },
    transparency: channels > mode.colours && number !== 7 ? transparencyOf(layers, large) : 'none',
    icc: found.get(ICC_PROFILE),
    density: densityOf(found.get(RESOLUTION)),
  };
}

function sections(file: Buffer, large: boolean) {
  let at = HEADER;
  const section = (wide: number) => {
    if (at + wide > file.length) throw unreadable('a section lies beyond the end');
    const length = wide === 8 ? Number(file.readBigUInt64BE(at)) : file.readUInt32BE(at);
    const start = at + wide;
    at = start + length;
    if (at > file.length) throw unreadable('a section lies beyond the end');
    return file.subarray(start, at);
  };
  const [palette, resources, layers] = [section(4), section(4), section(large ? 8 : 4)];
  return { palette, resources, layers, picture: file.subarray(at) };
}

/** A negative number of layers says that the first channel beyond the colours is the transparency of the whole. */
function transparencyOf(layers: Buffer, large: boolean): PhotoshopDocument['transparency'] {
  const wide = large ? 8 : 4;
  if (layers.length < wide + 2) return 'straight';
  return layers.readInt16BE(wide) < 0 ? 'over white' : 'none';
}

/** What else is said of the document, by number: each has a name, which is padded to an even length as its content is. */
function resourcesOf(resources: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0, count = 0; at + 12 <= resources.length && count < MOST_RESOURCES; count++) {
    const name = at + 6;
    const length = name + (((resources[name] ?? 0) + 2) & ~1);
    if (length + 4 > resources.length) break;
    const [start, bytes] = [length + 4, resources.readUInt32BE(length)];
    if (start + bytes > resources.length) break;
    found.set(resources.readUInt16BE(at + 4), resources.subarray(start, start + bytes));
    at = start + bytes + (bytes & 1);
  }
  return found;
}

/** Sixteen bits before the point, and sixteen behind it. */
function densityOf(resolution: Buffer | undefined): number | undefined {
  const density = resolution && resolution.length >= 4 ? resolution.readUInt32BE(0) / 65_536 : 0;
  return density > 0 ? density : undefined;
}
