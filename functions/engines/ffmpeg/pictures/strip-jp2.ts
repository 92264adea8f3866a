import { readFile } from 'node:fs/promises';
import { boxesIn, findBox } from '../../read/boxes.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { unreadableFile } from '../../refusals.ts';
import { unreadable } from '../checking/unreadable.ts';

/** The boxes that a decoder needs; ffmpeg finds the codestream only among the first few boxes. */
const NEEDED = ['jP  ', 'ftyp', 'jp2h', 'jp2c'];

/**
 * Removes the metadata boxes in front of the codestream of a JPEG 2000: Photoshop writes more than ffmpeg copes with.
 * @returns undefined where the file has no boxes
 * @throws ConversionError UNREADABLE_FILE where it has both a palette and a channel definition, which ffmpeg misreads
 */
export async function stripJp2(path: string): Promise<Buffer | undefined> {
  const bytes = await readFile(path);
  const reader = ByteReader.of(bytes, unreadable);
  const kept: Buffer[] = [];
  let start = 0;
  for (const { type, from, end } of boxesIn(reader)) {
    if (start === 0 && type !== NEEDED[0]) return undefined;
    if (type === 'jp2h' && findBox(reader, 'pclr', from, end) && findBox(reader, 'cdef', from, end))
      throw unreadableFile(
        'The JPEG 2000 picture has a palette with a description of its channels, which cannot be read. Save it anew without a palette.',
        'pclr and cdef',
      );
    if (NEEDED.includes(type)) kept.push(bytes.subarray(start, end));
    start = end;
  }
  return start === 0 ? undefined : Buffer.concat(kept);
}
