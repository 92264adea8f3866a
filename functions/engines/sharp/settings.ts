import sharp from 'sharp';

/** How libvips is used by a process that decodes one stranger's picture after the other. To be called once. */
export function prepareSharp(): void {
  // Each job is another file: nothing is worth keeping, and a kept operation could hold a stranger's picture.
  sharp.cache(false);
  sharp.concurrency(2);
}
