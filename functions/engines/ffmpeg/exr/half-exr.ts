import type { FileHandle } from 'node:fs/promises';

const COLOURS = ['B', 'G', 'R'];
const HALF = 1;
const TABLE_ENTRY = 8;
const ROW_HEADER = 8;

/** What is written besides colours, and where. */
export interface ExrLook {
  /** Where the picture begins in its plane. */
  readonly left?: number;
  readonly top?: number;
  /** Whether its pixels can be transparent. */
  readonly alpha?: boolean;
  /** Further attributes; of those that are written anyway, they take the place. */
  readonly attributes?: readonly ExrAttribute[];
}

interface ExrAttribute {
  readonly name: string;
  readonly type: string;
  readonly value: Buffer;
}

const int = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);
const float = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);

const attribute = (name: string, type: string, value: Buffer): ExrAttribute => ({ name, type, value });
const channelNames = ({ alpha = false }: ExrLook) => (alpha ? ['A', ...COLOURS] : COLOURS);

/** How many bytes a row of an OpenEXR file of halves takes. */
export function rowLength(width: number, look: ExrLook = {}): number {
  return ROW_HEADER + width * channelNames(look).length * 2;
}

/**
 * Writes all of an OpenEXR file that precedes its rows: it is not packed, and its channels are halves.
 * @throws Error of the file system
 */
export async function writeExrHeader(
  file: FileHandle,
  width: number,
  height: number,
  look: ExrLook = {},
): Promise<void> {
  const { left = 0, top = 0, attributes = [] } = look;
  const window = int(left, top, left + width - 1, top + height - 1);
  const channels = channelNames(look).map((name) => Buffer.concat([Buffer.from(`${name}\0`), int(HALF, 0, 1, 1)]));
  const all = [
    attribute('channels', 'chlist', Buffer.concat([...channels, Buffer.alloc(1)])),
    attribute('compression', 'compression', Buffer.alloc(1)),
    attribute('dataWindow', 'box2i', window),
    attribute('displayWindow', 'box2i', window),
    attribute('lineOrder', 'lineOrder', Buffer.alloc(1)),
    attribute('pixelAspectRatio', 'float', float(1)),
    attribute('screenWindowCenter', 'v2f', float(0, 0)),
    attribute('screenWindowWidth', 'float', float(1)),
    ...attributes,
  ];
  const byName = new Map(all.map((each) => [each.name, each]));
  const header = Buffer.concat([int(20000630, 2), ...[...byName.values()].map(bytesOfAttribute), Buffer.alloc(1)]);
  const table = Buffer.alloc(height * TABLE_ENTRY);
  const first = header.length + table.length;
  for (let y = 0; y < height; y++) table.writeBigUInt64LE(BigInt(first + y * rowLength(width, look)), y * TABLE_ENTRY);
  await file.write(header);
  await file.write(table);
}

function bytesOfAttribute({ name, type, value }: ExrAttribute): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0${type}\0`), int(value.length), value]);
}

/** Puts a row into a buffer, which has as many bytes as it takes: of pixels of halves, red, green and blue of each. */
export function putExrRow(row: Buffer, y: number, width: number, pixel: (x: number, channel: number) => number): void {
  putRowHeader(row, y);
  for (const [place, name] of COLOURS.entries()) {
    const channel = ['R', 'G', 'B'].indexOf(name);
    for (let x = 0; x < width; x++) row.writeUInt16LE(pixel(x, channel), ROW_HEADER + (place * width + x) * 2);
  }
}

/** A row of halves, of channels in the order of their names. */
export function exrRow(y: number, channels: readonly Float16Array[]): Buffer {
  const header = Buffer.alloc(ROW_HEADER);
  const samples = channels.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  const row = Buffer.concat([header, ...samples]);
  putRowHeader(row, y);
  return row;
}

function putRowHeader(row: Buffer, y: number): void {
  row.writeInt32LE(y, 0);
  row.writeInt32LE(row.length - ROW_HEADER, 4);
}
