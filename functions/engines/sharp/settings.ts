import sharp from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';

/** Configures libvips for a process that decodes pictures of many clients. To be called once. */
export function prepareSharp(): void {
  // Each job is another file, and the cache could hold another client's picture.
  sharp.cache(false);
  sharp.concurrency(THREADS);
}

/** Threads for one picture. */
const THREADS = 2;

/** Below this many pixels, a second thread costs more than it saves; only AVIF gains at any size. */
const SMALL = 1_000_000;

/** Sets the number of libvips's threads for a picture. */
export function setThreads(target: FormatName, pixels: number): void {
  sharp.concurrency(target !== 'avif' && pixels < SMALL ? 1 : THREADS);
}
