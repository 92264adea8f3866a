import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** What reads and writes 3D models. */
export const assimp: Recipe = {
  name: 'assimp',
  packages: ['assimp-utils'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/assimp', join(bin, 'assimp'));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
