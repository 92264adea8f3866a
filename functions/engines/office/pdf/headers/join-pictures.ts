import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MANY } from '../blocks/mark-furniture.ts';
import type { Page } from '../page.ts';

/** Gives pictures with the same content the same file. */
export async function joinPictures(pages: readonly Page[]): Promise<Page[]> {
  const paths = new Map<string, string>();
  const joined: Page[] = [];
  for (const page of pages) {
    const pictures = [];
    for (const picture of page.pictures) {
      const hash = createHash('sha256')
        .update(await readFile(picture.path))
        .digest('base64');
      const path = paths.get(hash) ?? picture.path;
      paths.set(hash, path);
      pictures.push({ ...picture, path });
    }
    joined.push({ ...page, pictures });
  }
  return joined;
}

/** Finds the keys of pictures that many pages have in the same place. */
export function repeatedPictures(pages: readonly Page[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { pictures } of pages) {
    for (const key of new Set(pictures.map(pictureKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(2, pages.length * MANY);
  return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])));
}

/** A key of a picture and its place on the page. */
export const pictureKey = ({ path, left, top }: Page['pictures'][number]) =>
  `${path} ${Math.round(left)} ${Math.round(top)}`;
