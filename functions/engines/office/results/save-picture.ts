import type { Quality } from '../../../conversion/quality.ts';
import { readHead } from '../../read-head.ts';
import { filterOptions } from './filter-options.ts';
import { type OpenJob, saveFile } from './open-job.ts';

/** The longer side of a picture of a page, in pixels. */
const LONGER_SIDE = { low: 1280, medium: 1920, high: 3200 } as const satisfies Record<Quality, number>;

/** Saves the chosen page as a picture, twice: the first one shows its aspect ratio. */
export async function savePicture(job: OpenJob, name: string): Promise<string> {
  const { width, height } = await sizeOfPng(await saveFile(job, name));
  const scale = LONGER_SIDE[job.quality] / Math.max(width, height, 1);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return saveFile(job, name, filterOptions({ PixelWidth: pixels(width), PixelHeight: pixels(height) }));
}

async function sizeOfPng(path: string): Promise<{ width: number; height: number }> {
  const header = await readHead(path, 24);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}
