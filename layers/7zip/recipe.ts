import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** The program, and the library with its formats, which it looks for beside itself. Debian leaves RAR out. */
const FILES = ['7z', '7z.so'];

/** 7-Zip, for what libarchive does not read. */
export const sevenZip: Recipe = {
  name: '7zip',
  packages: ['7zip'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const file of FILES) await tree.take(`usr/lib/7zip/${file}`, join(bin, file));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
