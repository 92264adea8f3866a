import { type FileHandle, open } from 'node:fs/promises';
import { endianness } from 'node:os';
import { PIXELS_AT } from '../reading/heif-layer.ts';
import type { Size } from './geometry.ts';

/** Where the header has these, each of 4 bytes. */
const [WIDTH, HEIGHT, BANDS] = [4, 8, 12] as const;

/** The pixels in a file of libvips' own, of 8 bits: read and written here, for what the library has no operation for. */
export class VipsPixels {
  readonly width: number;
  /** Of all frames together. */
  readonly height: number;
  readonly channels: 3 | 4;
  readonly #file: FileHandle;
  readonly #header: Buffer;

  private constructor(file: FileHandle, header: Buffer) {
    if (endianness() !== 'LE') throw new Error('files of pixels are read on little-endian machines only');
    this.#file = file;
    this.#header = header;
    this.width = header.readUInt32LE(WIDTH);
    this.height = header.readUInt32LE(HEIGHT);
    this.channels = header.readUInt32LE(BANDS) === 4 ? 4 : 3;
  }

  /** Opens a file of 3 or 4 channels. */
  static async open(path: string): Promise<VipsPixels> {
    const file = await open(path);
    const header = Buffer.alloc(PIXELS_AT);
    await file.read(header, 0, PIXELS_AT, 0);
    return new VipsPixels(file, header);
  }

  /** Reads some rows. */
  async read(top: number, rows: number): Promise<Buffer> {
    const stride = this.width * this.channels;
    const bytes = Buffer.alloc(stride * rows);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, PIXELS_AT + top * stride);
    if (bytesRead < bytes.length) throw new Error(`read ${bytesRead} of ${bytes.length} bytes`);
    return bytes;
  }

  /** Writes a file of other pixels of the same kind, with all that this one says beside them. */
  async writeLike(path: string, { width, height }: Size, frames: number, parts: AsyncIterable<Buffer>): Promise<void> {
    const header = Buffer.from(this.#header);
    header.writeUInt32LE(width, WIDTH);
    header.writeUInt32LE(height * frames, HEIGHT);
    const file = await open(path, 'w');
    try {
      await file.writeFile(header);
      for await (const part of parts) await file.writeFile(part);
      await file.writeFile(await this.#descriptions(height));
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** What stands behind the pixels, for frames of another height. */
  async #descriptions(height: number): Promise<string> {
    const from = PIXELS_AT + this.width * this.height * this.channels;
    const { size } = await this.#file.stat();
    const bytes = Buffer.alloc(size - from);
    await this.#file.read(bytes, 0, bytes.length, from);
    return bytes.toString('utf8').replace(/(name="page-height">)\d+/, (_, name: string) => `${name}${height}`);
  }
}
