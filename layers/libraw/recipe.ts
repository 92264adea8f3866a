import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** What develops the raw pictures of cameras. */
export const libraw: Recipe = {
  name: 'libraw',
  packages: ['libraw-bin'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/dcraw_emu', join(bin, 'dcraw_emu'));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
