import { open } from 'node:fs/promises';

/** Overwrites bytes at offsets of an existing file. */
export async function patchFile(path: string, ...patches: readonly (readonly [at: number, bytes: Uint8Array])[]) {
  await using file = await open(path, 'r+');
  for (const [at, bytes] of patches) await file.write(bytes, 0, bytes.length, at);
}
