import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPages } from '../poppler/draw-pages.ts';
import type { Scan } from './read-scan.ts';

/** Renders the pages without text as jpg. @returns the paths of the pictures by page number */
export async function drawPagesWithoutText({ pages, texts, file }: Scan): Promise<Map<number, string>> {
  const unread = pages.filter(({ number }) => !texts.has(number));
  if (unread.length === 0) return new Map();
  const folder = join(file.folder, 'pictures');
  await mkdir(folder);
  const settings = { targetFormat: 'jpg', quality: 'medium', options: {}, onPages: () => {} } as const;
  const drawn = await drawPages({ ...file, ...settings, folder, pages: unread }, 'jpg');
  return new Map(unread.map(({ number }, index) => [number, drawn[index] ?? '']));
}
