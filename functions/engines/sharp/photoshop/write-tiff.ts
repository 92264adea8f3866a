import { open } from 'node:fs/promises';
import { mergeRow } from './merge-row.ts';
import type { PhotoshopDocument } from './read-document.ts';
import { readRows } from './read-rows.ts';

/** Bytes that are written at once. */
const BLOCK = 1024 * 1024;
const [SHORT, LONG, RATIONAL, UNDEFINED] = [3, 4, 5, 7];
const SIZES: Readonly<Record<number, number>> = { [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8, [UNDEFINED]: 1 };
const [PALETTE, ALPHA] = [3, 2];

type Field = readonly [tag: number, type: number, values: readonly number[] | Buffer];

/**
 * Writes the picture of a Photoshop document as a TIFF, which can say all that it says: its inks, its colours, its depth.
 * Of 32 bits, which hold light as it is, 16 are kept, as screens want them.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function writeTiff(document: PhotoshopDocument, path: string): Promise<void> {
  const { width, height, transparency, colours } = document;
  const samples = colours + (transparency === 'none' ? 0 : 1);
  const depth = depthOf(document);
  const row = readRows(document, samples);
  const merge = mergeRow(document, samples);
  const planes = Array.from({ length: samples }, () => Buffer.alloc(Math.ceil((width * document.depth) / 8)));
  const line = Buffer.alloc(Math.ceil((width * samples * depth) / 8));
  const header = headerOf(document, samples, line.length * height);
  const file = await open(path, 'wx');
  try {
    await file.write(header);
    const block = Buffer.alloc(Math.max(line.length, Math.floor(BLOCK / line.length) * line.length));
    let filled = 0;
    for (let y = 0; y < height; y++) {
      for (const [channel, plane] of planes.entries()) row(channel, y, plane);
      merge(planes, block.subarray(filled, filled + line.length));
      filled += line.length;
      if (filled < block.length && y < height - 1) continue;
      await file.write(block, 0, filled);
      filled = 0;
    }
  } finally {
    await file.close();
  }
}

function depthOf({ depth }: PhotoshopDocument): number {
  return Math.min(depth, 16);
}

/** All but the pixels, which follow. */
function headerOf(document: PhotoshopDocument, samples: number, length: number): Buffer {
  const { width, height, photometric, palette, icc, density, depth, colours } = document;
  const fields: Field[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array(samples).fill(depthOf(document))],
    [259, SHORT, [1]],
    [262, SHORT, [photometric]],
    [273, LONG, [0]],
    [277, SHORT, [samples]],
    [278, LONG, [height]],
    [279, LONG, [length]],
    ...(density ? ([[282, RATIONAL, [Math.round(density * 1000), 1000]]] as const) : []),
    ...(density ? ([[283, RATIONAL, [Math.round(density * 1000), 1000]]] as const) : []),
    [284, SHORT, [1]],
    [296, SHORT, [2]],
    ...(photometric === PALETTE ? ([[320, SHORT, coloursOf(palette)]] as const) : []),
    ...(samples > colours ? ([[338, SHORT, [ALPHA]]] as const) : []),
    // The profile of light as it is is none of what has become of it.
    ...(icc && depth < 32 ? ([[34675, UNDEFINED, icc]] as const) : []),
  ];
  return layOut(fields);
}

/** TIFF has colours in 16 bits. */
function coloursOf(palette: Buffer): number[] {
  return Array.from({ length: 768 }, (_, index) => (palette[index] ?? 0) * 257);
}

/** The directory, the values that do not fit into it, and behind them the pixels. */
function layOut(fields: readonly Field[]): Buffer {
  const values = fields.map(([, type, value]) => (Buffer.isBuffer(value) ? value : numbers(type, value)));
  const directory = 8 + 2 + fields.length * 12 + 4;
  const extra = values.map(({ length }) => (length > 4 ? length + (length & 1) : 0));
  const header = Buffer.alloc(directory + extra.reduce((sum, length) => sum + length, 0));
  header.set([0x49, 0x49, 42, 0, 8, 0, 0, 0, fields.length]);
  let at = directory;
  for (const [index, [tag, type]] of fields.entries()) {
    const [entry, value = Buffer.alloc(0)] = [10 + index * 12, values[index]];
    header.writeUInt16LE(tag, entry);
    header.writeUInt16LE(type, entry + 2);
    header.writeUInt32LE(value.length / (SIZES[type] ?? 1), entry + 4);
    if (tag === 273) header.writeUInt32LE(header.length, entry + 8);
    else if (value.length <= 4) value.copy(header, entry + 8);
    else {
      header.writeUInt32LE(at, entry + 8);
      value.copy(header, at);
      at += extra[index] ?? 0;
    }
  }
  return header;
}

function numbers(type: number, values: readonly number[]): Buffer {
  const wide = type === SHORT ? 2 : 4;
  const bytes = Buffer.alloc(values.length * wide);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * wide, wide);
  return bytes;
}
