import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** What takes Kindle books apart. */
export const libmobi: Recipe = {
  name: 'libmobi',
  packages: ['libmobi-tools'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/mobitool', join(bin, 'mobitool'));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
