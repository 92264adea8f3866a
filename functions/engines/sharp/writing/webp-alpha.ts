import { patchFile } from '../../patch-file.ts';
import { readHead } from '../../read-head.ts';

/** The header of an extended WebP, its flags, and what two of them mean (RFC 9649, 2.7). */
const HEADER = 21;
const FLAGS = 20;
const ANIMATED = 0x02;
const TRANSPARENT = 0x10;

/**
 * Says of an animated WebP that it is transparent. Where each frame is opaque and the canvas is seen around them,
 * the library does not say so, and what is transparent is shown black.
 */
export async function declareAlpha(path: string): Promise<void> {
  const head = await readHead(path, HEADER);
  const flags = head[FLAGS] ?? 0;
  if (head.toString('latin1', 12, 16) === 'VP8X' && flags & ANIMATED)
    await patchFile(path, [FLAGS, Buffer.of(flags | TRANSPARENT)]);
}
