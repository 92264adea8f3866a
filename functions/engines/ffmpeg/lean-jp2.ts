import { readFile } from 'node:fs/promises';

/** Length and name; and with a length of 64 bits behind them. */
const [HEADER, LONG_HEADER] = [8, 16];
/** Lengths that say that a longer one follows, and that the box reaches to the end of the file. */
const [LONG, TO_END] = [1, 0];
/** What a picture is made of; ffmpeg looks for its samples among the first few boxes only. */
const NEEDED = ['jP  ', 'ftyp', 'jp2h', 'jp2c'];
const DESCRIPTION = 'jp2h';
/** A palette, and what the channels stand for: those that it makes, where ffmpeg counts those that are stored. */
const [PALETTE, CHANNELS] = ['pclr', 'cdef'];

const COLOURS = 3;
/** In a palette, behind how many colours and channels there are: of how many bits each channel is. */
const EIGHT_BITS = Buffer.of(COLOURS, 7, 7, 7);
const COLOURS_AT = 6;
/** Which channel, of what kind it is (0: a colour) and which colour (1: red). */
const CHANNEL = 6;

interface Box {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  readonly header: number;
}

/**
 * A JPEG 2000 file without what ffmpeg stumbles over: notes in front of the samples, as Photoshop writes many, and what the
 * channels of a palette stand for (ISO/IEC 15444-1, I.4 and I.5.3).
 * @returns nothing where it is no such file, or its boxes are not whole
 */
export async function leanJp2(path: string): Promise<Buffer | undefined> {
  const bytes = await readFile(path);
  const boxes = boxesOf(bytes, 0, bytes.length);
  if (!boxes || boxes[0]?.name !== NEEDED[0]) return undefined;
  const kept = boxes.filter(({ name }) => NEEDED.includes(name)).map((box) => keptOf(bytes, box));
  return Buffer.concat(kept);
}

function keptOf(bytes: Buffer, { name, at, end, header }: Box): Buffer {
  const parts = name === DESCRIPTION ? boxesOf(bytes, at + header, end) : undefined;
  const contentOf = (wanted: string) => {
    const part = parts?.find((one) => one.name === wanted);
    return part && bytes.subarray(part.at + part.header, part.end);
  };
  const [palette, channels] = [contentOf(PALETTE), contentOf(CHANNELS)];
  const ordered = palette && channels && inOrder(palette, channels);
  if (!parts || !ordered) return bytes.subarray(at, end);
  const kept = parts
    .filter((part) => part.name !== CHANNELS)
    .map((part) => (part.name === PALETTE ? boxOf(PALETTE, ordered) : bytes.subarray(part.at, part.end)));
  return boxOf(DESCRIPTION, Buffer.concat(kept));
}

function boxOf(name: string, content: Buffer): Buffer {
  const start = Buffer.alloc(HEADER);
  start.writeUInt32BE(HEADER + content.length);
  start.write(name, 4, 'latin1');
  return Buffer.concat([start, content]);
}

/** A palette with red, green and blue in this order; nothing where it is of other colours, or not of a byte for each. */
function inOrder(palette: Buffer, channels: Buffer): Buffer | undefined {
  if (palette.length < COLOURS_AT || channels.length !== 2 + COLOURS * CHANNEL) return undefined;
  const count = palette.readUInt16BE(0);
  const bytesEach = palette.subarray(2, COLOURS_AT).equals(EIGHT_BITS);
  if (!bytesEach || palette.length !== COLOURS_AT + count * COLOURS) return undefined;
  const columns: number[] = [];
  for (let at = 2; at < channels.length; at += CHANNEL) {
    const [column, kind, colour] = [0, 2, 4].map((place) => channels.readUInt16BE(at + place));
    if (kind !== 0 || column === undefined || column >= COLOURS || !colour || colour > COLOURS) return undefined;
    columns[colour - 1] = column;
  }
  const ordered = Buffer.from(palette);
  for (let at = COLOURS_AT; at < palette.length; at += COLOURS)
    for (let colour = 0; colour < COLOURS; colour++) {
      const column = columns[colour];
      if (column === undefined) return undefined;
      ordered[at + colour] = palette[at + column] ?? 0;
    }
  return ordered;
}

/** The boxes of a part of a file; nothing where one reaches beyond it. */
function boxesOf(bytes: Buffer, from: number, to: number): readonly Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    if (to - at < HEADER) return undefined;
    const stated = bytes.readUInt32BE(at);
    const header = stated === LONG ? LONG_HEADER : HEADER;
    if (to - at < header) return undefined;
    const length = stated === LONG ? Number(bytes.readBigUInt64BE(at + HEADER)) : stated === TO_END ? to - at : stated;
    if (length < header || length > to - at) return undefined;
    boxes.push({ name: bytes.toString('latin1', at + 4, at + HEADER), at, end: at + length, header });
    at += length;
  }
  return boxes;
}
