import sharp, { type Metadata } from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import { LIMITS } from '../limits.ts';
import { ENCODINGS } from './encodings.ts';

/**
 * Joins TIFF pages into one file.
 * @returns false when they do not go together: the library holds pages of one size and kind only, and so much of them
 */
export async function joinTiff(pages: readonly string[], quality: Quality, path: string): Promise<boolean> {
  const [first, ...others] = await Promise.all(pages.map((page) => sharp(page).metadata()));
  if (!first || !others.every((page) => goesWith(first, page))) return false;
  const pixels = first.width * first.height * pages.length;
  if (pixels > LIMITS.pixels) return false;
  const joined = sharp([...pages], { join: { animated: true }, limitInputPixels: LIMITS.pixels }).keepMetadata();
  const picture =
    first.depth === 'ushort' ? joined.toColourspace(first.space === 'grey16' ? 'grey16' : 'rgb16') : joined;
  const { hasAlpha } = first;
  await ENCODINGS.tiff(picture, { metadata: first, hasAlpha, pixels }, quality).toFile(path);
  const { pages: count, width } = await sharp(path).metadata();
  if (count !== pages.length || width !== first.width)
    throw new Error(`wrote ${count} pages instead of ${pages.length}`);
  return true;
}

const SAME = ['width', 'height', 'channels', 'depth', 'space'] as const;

/** Pages of one kind: all of them get the profile of the first one. */
function goesWith(first: Metadata, page: Metadata): boolean {
  const none = Buffer.alloc(0);
  return SAME.every((key) => page[key] === first[key]) && (page.icc ?? none).equals(first.icc ?? none);
}
