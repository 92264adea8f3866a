import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPages } from '../poppler/draw-pages.ts';
import type { Scan } from './read-scan.ts';

/** Draws the pages without a word as jpg: the paths of their pictures, by their numbers. */
export async function drawWordless({ pages, texts, openFile }: Scan): Promise<Map<number, string>> {
  const bare = pages.filter(({ number }) => !texts.has(number));
  if (bare.length === 0) return new Map();
  const file = await openFile();
  const folder = join(file.folder, 'pictures');
  await mkdir(folder);
  const how = { targetFormat: 'jpg', quality: 'medium', options: {}, onPages: () => {} } as const;
  const drawn = await drawPages({ ...file, ...how, folder, pages: bare }, 'jpg');
  return new Map(bare.map(({ number }, index) => [number, drawn[index] ?? '']));
}
