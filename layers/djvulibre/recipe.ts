import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** Draws pages, reads their text, and tells what is on them. */
const PROGRAMS = ['ddjvu', 'djvutxt'];

/** What reads DjVu files. */
export const djvulibre: Recipe = {
  name: 'djvulibre',
  packages: ['djvulibre-bin'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const program of PROGRAMS) await tree.take(`usr/bin/${program}`, join(bin, program));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
