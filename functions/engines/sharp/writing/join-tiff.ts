import sharp, { type Metadata } from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import { LIMITS } from '../limits.ts';
import { ENCODINGS } from './encodings.ts';

/**
 * Joins TIFF pages into one file.
 * @returns false where they differ in size or format, or are too large: sharp joins only alike pages
 */
export async function joinTiff(pages: readonly string[], quality: Quality, path: string): Promise<boolean> {
  const [first, ...others] = await Promise.all(pages.map((page) => sharp(page).metadata()));
  if (!first || !others.every((page) => isAlike(first, page))) return false;
  const pixels = first.width * first.height * pages.length;
  if (pixels > LIMITS.pixels) return false;
  const joined = sharp([...pages], { join: { animated: true }, limitInputPixels: LIMITS.pixels }).keepMetadata();
  const picture =
    first.depth === 'ushort' ? joined.toColourspace(first.space === 'grey16' ? 'grey16' : 'rgb16') : joined;
  await ENCODINGS.tiff(picture, { metadata: first, pixels }, quality).toFile(path);
  const { pages: count, width } = await sharp(path).metadata();
  if (count !== pages.length || width !== first.width)
    throw new Error(`wrote ${count} pages instead of ${pages.length}`);
  return true;
}

const SAME = ['width', 'height', 'channels', 'depth', 'space'] as const;

/** Whether a page is alike the first one, whose profile all pages get. */
function isAlike(first: Metadata, page: Metadata): boolean {
  const none = Buffer.alloc(0);
  return SAME.every((key) => page[key] === first[key]) && (page.icc ?? none).equals(first.icc ?? none);
}
