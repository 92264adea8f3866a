import { patchFile } from '../../patch-file.ts';
import { readHead } from '../../read-head.ts';

/** The length of an extended WebP's header, and its flags (RFC 9649, 2.7). */
const HEADER = 21;
const FLAGS = 20;
const ANIMATED = 0x02;
const TRANSPARENT = 0x10;

/**
 * Sets the alpha flag of an animated WebP. The library leaves it out where all frames are opaque and the canvas is seen
 * around them, and viewers then show it black.
 */
export async function declareAlpha(path: string): Promise<void> {
  const head = await readHead(path, HEADER);
  const flags = head[FLAGS] ?? 0;
  if (head.toString('latin1', 12, 16) === 'VP8X' && flags & ANIMATED)
    await patchFile(path, [FLAGS, Buffer.of(flags | TRANSPARENT)]);
}
