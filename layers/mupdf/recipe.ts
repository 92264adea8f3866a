import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** MuPDF's tool, unmodified, which makes subsets of the fonts of PDF files. */
export const mupdf: Recipe = {
  name: 'mupdf',
  packages: ['mupdf-tools'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/mutool', join(bin, 'mutool'));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
