import { crc32, deflateSync } from 'node:zlib';
import { ByteReader } from '../read/byte-reader.ts';
import { chunksIn } from '../read/chunks.ts';

/** The metadata that a PNG can embed. */
export interface EmbeddedMetadata {
  readonly icc?: Buffer | undefined;
  /** Begins with its TIFF header. */
  readonly exif?: Buffer | undefined;
  readonly xmp?: Buffer | undefined;
}

/** The signature of PNG. */
export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Bytes of the signature and of the IHDR chunk. */
const HEADER = 33;

/** Embeds metadata in a PNG. */
export function withMetadata(png: Buffer, { icc, exif, xmp }: EmbeddedMetadata): Buffer {
  return Buffer.concat([
    png.subarray(0, HEADER),
    ...(icc ? chunk('iCCP', Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)) : []),
    ...(exif ? chunk('eXIf', exif) : []),
    ...(xmp ? chunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp) : []),
    png.subarray(HEADER),
  ]);
}

/** Writes one chunk of a PNG: length, type, content, CRC. */
export function chunk(type: string, ...content: Buffer[]): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(content.reduce((crc, part) => crc32(part, crc), crc32(head.subarray(4))));
  return [head, ...content, tail];
}

/** The contents of the chunks of a type, of a PNG that we have written. */
export function contentsOf(png: Buffer, wanted: string): Buffer[] {
  const chunks = [...chunksIn(ByteReader.of(png, (reason) => new Error(reason)))];
  return chunks.flatMap(({ type, from, end }) => (type === wanted ? [png.subarray(from, end)] : []));
}
