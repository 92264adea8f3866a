import sharp from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';

/** How libvips is used by a process that decodes one stranger's picture after the other. To be called once. */
export function prepareSharp(): void {
  // Each job is another file: nothing is worth keeping, and a kept operation could hold a stranger's picture.
  sharp.cache(false);
  sharp.concurrency(THREADS);
}

/** Threads of one picture. */
const THREADS = 2;

/** Pixels of a picture that a second thread takes more time to begin with than it saves; only AVIF gains at any size. */
const SMALL = 1_000_000;

/** Sets how many threads libvips gives the pictures that come. */
export function setThreads(target: FormatName, pixels: number): void {
  sharp.concurrency(target !== 'avif' && pixels < SMALL ? 1 : THREADS);
}
