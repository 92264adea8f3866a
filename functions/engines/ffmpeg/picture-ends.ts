/**
 * Where the pixels of a picture end by what its header says of their number: beyond the end of the file where it is cut
 * off; nothing where that cannot be told. Decoders leave the rest of the last line black, or repeat a pixel.
 */
type PictureEnd = (file: Buffer) => number | undefined;

/** Beyond the end of any file: what is there is not enough. */
const NEVER = Number.POSITIVE_INFINITY;

/** Targa with runs (Truevision TGA 2.0, data types 9 to 11). */
export const endOfTarga: PictureEnd = (file) => {
  if (file.length < 18) return undefined;
  const [idLength = 0, , kind = 0] = file;
  if (![9, 10, 11].includes(kind)) return undefined;
  const colours = file.readUInt16LE(5) * Math.ceil((file[7] ?? 0) / 8);
  const bytes = Math.ceil((file[16] ?? 0) / 8);
  let missing = file.readUInt16LE(12) * file.readUInt16LE(14);
  let at = 18 + idLength + (file[1] ? colours : 0);
  while (missing > 0 && at < file.length) {
    const token = file[at] ?? 0;
    const count = (token & 0x7f) + 1;
    at += 1 + bytes * (token & 0x80 ? 1 : count);
    missing -= count;
  }
  return missing > 0 ? NEVER : at;
};

/** Bytes of a chunk of QOI, by its first, and the pixels it stands for (QOI specification 1.0). */
function qoiChunk(tag: number): readonly [bytes: number, pixels: number] {
  if (tag === 0xfe) return [4, 1];
  if (tag === 0xff) return [5, 1];
  if (tag >> 6 === 3) return [1, (tag & 0x3f) + 1];
  return [tag >> 6 === 2 ? 2 : 1, 1];
}

const QOI_PADDING = 8;

export const endOfQoiPixels: PictureEnd = (file) => {
  if (file.length < 14) return undefined;
  let missing = file.readUInt32BE(4) * file.readUInt32BE(8);
  let at = 14;
  while (missing > 0 && at < file.length - QOI_PADDING) {
    const [bytes, pixels] = qoiChunk(file[at] ?? 0);
    at += bytes;
    missing -= pixels;
  }
  return missing > 0 ? NEVER : at + QOI_PADDING;
};

const RADIANCE_HEADER = 65_536;
/** Lines of these widths may be stored a channel at a time. */
const [NARROWEST, WIDEST] = [8, 0x7fff];

/** Radiance pictures, whose lines are pixels, pixels with runs, or channels with runs (Radiance: color.c). */
export const endOfRadiance: PictureEnd = (file) => {
  const head = file.toString('latin1', 0, RADIANCE_HEADER);
  const blank = head.indexOf('\n\n');
  const found = blank < 0 ? null : /^[-+]([XY]) (\d{1,6}) [-+][XY] (\d{1,6})\n/.exec(head.slice(blank + 2, blank + 64));
  if (!found) return undefined;
  const [line, , lines, width] = found;
  let at = blank + 2 + line.length;
  for (let row = 0; row < Number(lines); row++) {
    if (at >= file.length) return NEVER;
    at = isChannels(file, at, Number(width))
      ? endOfChannels(file, at + 4, Number(width))
      : endOfPixels(file, at, Number(width));
  }
  return at;
};

function isChannels(file: Buffer, at: number, width: number): boolean {
  if (width < NARROWEST || width > WIDEST || at + 4 > file.length) return false;
  return file[at] === 2 && file[at + 1] === 2 && (file[at + 2] ?? 0) < 0x80;
}

function endOfChannels(file: Buffer, from: number, width: number): number {
  let [at, missing] = [from, 4 * width];
  while (missing > 0 && at < file.length) {
    const token = file[at] ?? 0;
    const count = token > 0x80 ? token - 0x80 : token;
    at += 1 + (token > 0x80 ? 1 : count);
    missing -= count;
  }
  return missing > 0 ? NEVER : at;
}

function endOfPixels(file: Buffer, from: number, width: number): number {
  let [at, missing, shift] = [from, width, 0];
  while (missing > 0 && at < file.length) {
    const repeats = file[at] === 1 && file[at + 1] === 1 && file[at + 2] === 1;
    missing -= repeats ? (file[at + 3] ?? 0) * 2 ** shift : 1;
    shift = repeats ? shift + 8 : 0;
    at += 4;
  }
  return missing > 0 ? NEVER : at;
}

/** PCX: each line has its planes one after the other (ZSoft PCX technical reference). */
export const endOfPcx: PictureEnd = (file) => {
  if (file.length < 128 || file[2] !== 1) return undefined;
  const lines = file.readUInt16LE(10) - file.readUInt16LE(6) + 1;
  let missing = lines * (file[65] ?? 0) * file.readUInt16LE(66);
  let at = 128;
  while (missing > 0 && at < file.length) {
    const token = file[at] ?? 0;
    const run = token >= 0xc0;
    at += run ? 2 : 1;
    missing -= run ? token & 0x3f : 1;
  }
  return missing > 0 ? NEVER : at;
};

const SGI_HEADER = 512;

/** SGI: pixels, or tables of where each line is and how long it is (SGI Image File Format 1.00). */
export const endOfSgi: PictureEnd = (file) => {
  if (file.length < SGI_HEADER) return undefined;
  const [kind, width, height, planes] = [4, 6, 8, 10].map((at) => file.readUInt16BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const lines = (kind > 1 ? height : 1) * (kind > 2 ? planes : 1);
  if (file[2] === 0) return SGI_HEADER + width * lines * (file[3] ?? 1);
  const lengths = SGI_HEADER + 4 * lines;
  let end = lengths + 4 * lines;
  if (end > file.length) return end;
  for (let line = 0; line < lines; line++)
    end = Math.max(end, file.readUInt32BE(SGI_HEADER + 4 * line) + file.readUInt32BE(lengths + 4 * line));
  return end;
};

/** Samples of a pixel by what DPX says a part of the picture is of. */
const DPX_SAMPLES: Readonly<Record<number, number>> = { 6: 1, 50: 3, 51: 4, 52: 4 };
const DPX_HEADER = 806;
/** More than lines and their padding take, where the length of the file is what it says. */
const DPX_PADDING = { share: 1.4, line: 8, rest: 16_384 } as const;

/** DPX says how long it is; that is believed where its pixels would take about as much (SMPTE 268M). */
export const endOfDpx: PictureEnd = (file) => {
  if (file.length < DPX_HEADER) return undefined;
  const big = file.toString('latin1', 0, 4) === 'SDPX';
  const number = (at: number) => (big ? file.readUInt32BE(at) : file.readUInt32LE(at));
  const [offset, stated, width, height] = [4, 16, 772, 776].map(number) as [number, number, number, number];
  const bits = (DPX_SAMPLES[file[800] ?? 0] ?? 0) * (file[803] ?? 0);
  const least = offset + (width * height * bits) / 8;
  const most = least * DPX_PADDING.share + height * DPX_PADDING.line + DPX_PADDING.rest;
  return bits > 0 && stated >= least && stated <= most ? stated : undefined;
};
