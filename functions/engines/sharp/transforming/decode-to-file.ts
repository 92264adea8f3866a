import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Picture, sharpPicture, watched } from '../picture.ts';
import { applyColour, type ColourPlan, isGrey } from './appearance.ts';

/** How a picture is decoded to a file. */
export interface FileDecoding {
  readonly folder: string;
  /** Whether a grey picture becomes sRGB. */
  readonly coloured?: boolean;
}

/**
 * Decodes all frames of a picture to a file that libvips maps into memory. Its colours are those of the result, in three
 * channels, and its metadata are kept.
 */
export async function decodeToFile(
  picture: Picture,
  { highDepth, profile = false }: ColourPlan,
  { folder, coloured = false }: FileDecoding,
): Promise<Picture> {
  const path = join(await mkdtemp(join(folder, 'settled-')), 'picture.v');
  const { metadata } = picture;
  const image = applyColour(picture.open(), metadata, {
    highDepth,
    grey: false,
    profile: profile && !isGrey(metadata),
  });
  await watched(image, picture, (watching) => watching.keepExif().keepXmp().toFile(path));
  const { space: _, ...inColours } = metadata;
  return openDecoded(path, coloured ? { ...picture, metadata: { ...inColours, space: 'srgb' } } : picture);
}

/** Opens a decoded picture, with the metadata that the file cannot hold. */
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
