import { join } from 'node:path';
import sharp from 'sharp';
import { hdrProfile, isHdr } from '../colors/hdr-profile.ts';
import { checkPages, checkSize } from '../limits.ts';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { holdsHighDepth } from '../transforming/appearance.ts';
import { finishVipsFile } from '../transforming/vips-file.ts';
import { unreadable } from '../unreadable.ts';
import { checkStill } from './heif-boxes.ts';
import { type HeifReading, runReadHeif } from './heif-layer.ts';
import { transferOf } from './heif-transfer.ts';

/** Reads the primary picture of an AVIF with libheif: sharp takes five times as long. */
export const readAvif: Reader = async (request) => (await readHeif(request)).slice(0, 1);

/**
 * Reads all top-level pictures of a HEIF file with the libheif of the layer, the primary one first. libheif applies
 * rotation and mirroring: the orientation that EXIF may repeat must not be applied again.
 */
export const readHeif: Reader = async ({ path, target, quality, folder }) => {
  checkStill(path, target);
  const transfer = transferOf(path);
  // Eight bits of HDR would show steps where the tone mapping stretches them.
  const highDepth = holdsHighDepth(target, quality) || isHdr(transfer);
  const heifFolder = join(folder, 'heif');
  const readAt = (index: number) => runReadHeif(path, index, highDepth, heifFolder);
  let first: HeifReading | undefined = await readAt(0);
  const { images } = first;
  checkPages(images.length);
  return images.map((_, index) => async () => {
    // The one before has been written by now.
    const reading = (index === 0 ? first : undefined) ?? (await readAt(index));
    first = undefined;
    const hdr = index === 0 ? hdrProfile(transfer, reading.primaries) : undefined;
    return pictureOf(
      { ...reading, traits: { ...reading.traits, icc: reading.traits.icc ?? hdr } },
      images[index] ?? [0, 0],
      heifFolder,
    );
  });
};

async function pictureOf(
  { pixels, written, primaries, traits }: HeifReading,
  [width, height]: readonly [number, number],
  folder: string,
): Promise<Picture> {
  checkSize({ width, height, frames: 1 });
  if (!written) throw unreadable('no pixels were written');
  const icc = traits.icc ?? (await profileOf(primaries));
  const exif = traits.exif && traits.exif.length > 8 ? traits.exif : undefined;
  await finishVipsFile(pixels, written, { ...traits, icc, exif }, folder);
  return sharpPicture(pixels);
}

/** Primaries of SMPTE EG 432-1 (ITU-T H.273). */
const DISPLAY_P3 = 12;

/** The ICC profile for pictures that declare Display P3 only by the code of their primaries. */
async function profileOf(primaries: number): Promise<Buffer | undefined> {
  if (primaries !== DISPLAY_P3) return undefined;
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}
