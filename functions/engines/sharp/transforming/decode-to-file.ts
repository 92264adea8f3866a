import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { type Picture, sharpPicture, watched } from '../picture.ts';
import { applyColour, type ColourPlan, isGrey } from './appearance.ts';

/** Where a picture is put, and as what. */
export interface FileDecoding {
  readonly folder: string;
  /** Whether it has to have a channel of transparency. */
  readonly alpha?: boolean;
  /** Whether it is no grey picture any more, if it was one. */
  readonly coloured?: boolean;
  /** What is done to it. */
  readonly shape?: (image: Sharp) => Sharp;
}

/**
 * Decodes a picture, all its frames, into a file from which the library takes it without reading it into memory. Its
 * colours are those of the result then, in three channels; what is known about it comes along.
 */
export async function decodeToFile(
  picture: Picture,
  { highDepth, profile = false }: ColourPlan,
  { folder, alpha = false, coloured = false, shape }: FileDecoding,
): Promise<Picture> {
  const path = join(await mkdtemp(join(folder, 'settled-')), 'picture.v');
  const { metadata } = picture;
  const image = applyColour(picture.open(), metadata, {
    highDepth,
    grey: false,
    profile: profile && !isGrey(metadata),
  });
  shape?.(image);
  if (alpha) image.ensureAlpha();
  await watched(image, picture, (watching) => watching.keepExif().keepXmp().toFile(path));
  const { space: _, ...inColours } = metadata;
  return openDecoded(path, coloured ? { ...picture, metadata: { ...inColours, space: 'srgb' } } : picture);
}

/** A picture in such a file; what the file does not say of it is as it was. */
async function openDecoded(path: string, before: Picture): Promise<Picture> {
  const { frames, metadata } = before;
  const picture = await sharpPicture(path, frames > 1 ? { pages: -1 } : {});
  const { density, delay, loop } = metadata;
  const known = {
    ...(density ? { density } : {}),
    ...(delay ? { delay } : {}),
    ...(loop === undefined ? {} : { loop }),
    // It can be stored in one channel again.
    ...(isGrey(metadata) ? { space: metadata.space } : {}),
  };
  return { ...picture, metadata: { ...picture.metadata, ...known } };
}
