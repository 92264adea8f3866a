import { join } from 'node:path';
import { compilePreload } from '../elf/programs.ts';
import { source } from '../limit/compile.ts';
import type { Assembly } from '../recipe.ts';

/** Adds the library that makes temporary files in the job's folder: preload/temporary-file.so. */
export async function addTemporaryFile({ tree, output }: Assembly): Promise<void> {
  const library = join(output, 'preload/temporary-file.so');
  await compilePreload(tree.platform, library, source(import.meta.url, 'temporary-file.c'));
}
