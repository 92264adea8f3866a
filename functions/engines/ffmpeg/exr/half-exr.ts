import type { FileHandle } from 'node:fs/promises';

const CHANNELS = ['B', 'G', 'R'];
const HALF = 1;
const TABLE_ENTRY = 8;
const ROW_HEADER = 8;

const int = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);
const float = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);

function attribute(name: string, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0${type}\0`), int(value.length), value]);
}

/** How many bytes a row of an OpenEXR file of halves takes. */
export function rowLength(width: number): number {
  return ROW_HEADER + width * CHANNELS.length * 2;
}

/**
 * Writes all of an OpenEXR file that precedes its rows: it is not packed, and its channels are halves.
 * @throws Error of the file system
 */
export async function writeExrHeader(file: FileHandle, width: number, height: number): Promise<void> {
  const window = int(0, 0, width - 1, height - 1);
  const channels = CHANNELS.map((name) => Buffer.concat([Buffer.from(`${name}\0`), int(HALF, 0, 1, 1)]));
  const header = Buffer.concat([
    int(20000630, 2),
    attribute('channels', 'chlist', Buffer.concat([...channels, Buffer.alloc(1)])),
    attribute('compression', 'compression', Buffer.alloc(1)),
    attribute('dataWindow', 'box2i', window),
    attribute('displayWindow', 'box2i', window),
    attribute('lineOrder', 'lineOrder', Buffer.alloc(1)),
    attribute('pixelAspectRatio', 'float', float(1)),
    attribute('screenWindowCenter', 'v2f', float(0, 0)),
    attribute('screenWindowWidth', 'float', float(1)),
    Buffer.alloc(1),
  ]);
  const table = Buffer.alloc(height * TABLE_ENTRY);
  const first = header.length + table.length;
  for (let y = 0; y < height; y++) table.writeBigUInt64LE(BigInt(first + y * rowLength(width)), y * TABLE_ENTRY);
  await file.write(header);
  await file.write(table);
}

/** Puts a row into a buffer, which has as many bytes as it takes: of pixels of halves, red, green and blue of each. */
export function putExrRow(row: Buffer, y: number, width: number, pixel: (x: number, channel: number) => number): void {
  row.writeInt32LE(y, 0);
  row.writeInt32LE(row.length - ROW_HEADER, 4);
  for (const [place, name] of CHANNELS.entries()) {
    const channel = ['R', 'G', 'B'].indexOf(name);
    for (let x = 0; x < width; x++) row.writeUInt16LE(pixel(x, channel), ROW_HEADER + (place * width + x) * 2);
  }
}
