import { unreadable } from './unreadable.ts';

/** How many channels the colours of a mode have: bitmap, grey, palette, RGB, CMYK, duotone, Lab. */
const COLOUR_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 1, 3: 3, 4: 4, 8: 1, 9: 3 };
const HEADER = 26;
const PACKED = 1;

/**
 * Rewrites a Photoshop file so that ffmpeg reads it: the picture of all layers together, with no channels but those of
 * its colours and its transparency. Others are selections that somebody has kept. Large documents become ordinary ones.
 * @see Adobe Photoshop File Formats Specification, "File header section" to "Image data section"
 * @returns nothing when it is so already
 * @throws ConversionError UNREADABLE_FILE
 */
export function plainPhotoshop(file: Buffer): Buffer | undefined {
  if (file.length < HEADER + 12 || file.toString('latin1', 0, 4) !== '8BPS') return undefined;
  const large = file.readUInt16BE(4) === 2;
  const channels = file.readUInt16BE(12);
  const colours = COLOUR_CHANNELS[file.readUInt16BE(24)] ?? channels;
  const sections = findSections(file, large);
  const transparency = Number(channels > colours && sections.transparent);
  const kept = Math.min(channels, colours + transparency);
  if (kept === channels && !large) return undefined;
  const header = Buffer.from(file.subarray(0, HEADER));
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(kept, 12);
  const height = header.readUInt32BE(14);
  const picture = file.subarray(sections.picture);
  const packed = picture.length > 2 && picture.readUInt16BE(0) === PACKED;
  const data = packed ? keepRows(picture.subarray(2), { all: channels * height, kept: kept * height, large }) : picture;
  // No resources, no layers.
  const between = Buffer.alloc(8);
  return Buffer.concat([header, sections.colours, between, ...(packed ? [picture.subarray(0, 2)] : []), data]);
}

function findSections(file: Buffer, large: boolean) {
  const length = (at: number, long = false) => {
    if (at + (long ? 8 : 4) > file.length) throw unreadable('a section lies beyond the end');
    return long ? Number(file.readBigUInt64BE(at)) : file.readUInt32BE(at);
  };
  const resources = HEADER + 4 + length(HEADER);
  const layers = resources + 4 + length(resources);
  const wide = large ? 8 : 4;
  const picture = layers + wide + length(layers, large);
  const counted = length(layers, large) > wide * 2 && layers + wide * 2 + 2 <= file.length;
  // A negative number of layers says that the first channel beyond the colours is the transparency of the whole.
  const transparent = !counted || file.readInt16BE(layers + wide * 2) < 0;
  return { colours: file.subarray(HEADER, resources), picture, transparent };
}

/** Rows stand behind a table of their lengths, channel after channel. */
function keepRows(rows: Buffer, { all, kept, large }: { all: number; kept: number; large: boolean }): Buffer {
  const wide = large ? 4 : 2;
  if (all * wide > rows.length) throw unreadable('the table of rows is cut off');
  const table = Buffer.alloc(kept * 2);
  let end = all * wide;
  for (let row = 0; row < kept; row++) {
    const length = rows.readUIntBE(row * wide, wide);
    if (length > 0xffff) throw unreadable(`a row of ${length} bytes`);
    table.writeUInt16BE(length, row * 2);
    end += length;
  }
  return Buffer.concat([table, rows.subarray(all * wide, end)]);
}
