import { readFile } from 'node:fs/promises';
import { ByteReader } from '../../read/byte-reader.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkSize } from '../limits.ts';
import { type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';

const DIRECTORY_HEADER = 6;
const DIRECTORY_ENTRY = 16;
/** Icons have hardly a dozen pictures. */
const MOST_PICTURES = 1000;

/**
 * The index of the largest picture of an icon or a cursor, among equals of the one with most colours.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function chooseIcon(path: string): Promise<number> {
  const reader = ByteReader.of(await readFile(path), unreadable);
  const count = reader.u16le(4);
  if (count === 0 || count > MOST_PICTURES) throw unreadable(`${count} pictures`);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = DIRECTORY_HEADER + index * DIRECTORY_ENTRY;
    const picture = reader.u32le(at + 12);
    reader.bytes(picture, reader.u32le(at + 8));
    // 256 is written as 0. The bit depth is read from the picture: a cursor has its hot spot in that field.
    const [width, height] = [reader.u8(at) || 256, reader.u8(at + 1) || 256];
    return { index, pixels: width * height, bits: isPng(reader, picture) ? 32 : reader.u16le(picture + 14) };
  });
  const [best] = entries.sort((a, b) => b.pixels - a.pixels || b.bits - a.bits);
  return best?.index ?? 0;
}

function isPng(reader: ByteReader, at: number): boolean {
  return reader.u32be(at) === PNG;
}

/** The first four bytes of a PNG. */
const PNG = 0x89504e47;
const HEADER = 8;

/** Reads the largest PNG of an Apple icon; all large pictures are one, but in icons older than 2011. */
export const readIcns: Reader = async ({ path }) => [
  async () => {
    const pictures = picturesIn(ByteReader.of(await readFile(path), unreadable));
    const sizes = await Promise.all(pictures.map((content) => sharpPicture(content)));
    const [best] = sizes.sort((a, b) => b.width - a.width);
    if (!best)
      throw unreadableFile(
        'The icon has only small pictures in old formats, which cannot be read. Save it anew with sizes of 128 and more.',
        'no PNG in an icon',
      );
    checkSize(best);
    return best;
  },
];

/** The PNG files in an icon. */
function picturesIn(reader: ByteReader): Buffer[] {
  if (reader.text(0, 4) !== 'icns') throw unreadable('no icon');
  const found: Buffer[] = [];
  for (let at = HEADER; at + HEADER < reader.size && found.length < MOST_PICTURES; ) {
    const length = reader.u32be(at + 4);
    if (length < HEADER) throw unreadable(`an entry of ${length} bytes`);
    const content = reader.bytes(at + HEADER, length - HEADER);
    if (content.length >= 4 && content.readUInt32BE() === PNG) found.push(content);
    at += length;
  }
  return found;
}
