import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

const PROGRAMS = ['bsdtar'];

/** Without it, libarchive takes names for ASCII. It is found by LOCPATH. */
const LOCALE = 'C.utf8';

/** The archive programs of libarchive. */
export const bsdtar: Recipe = {
  name: 'bsdtar',
  packages: ['libarchive-tools', 'libc-bin'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const program of PROGRAMS) await tree.take(`usr/bin/${program}`, join(bin, program));
    await tree.takeFolder(`usr/lib/locale/${LOCALE}`, join(output, 'locale', LOCALE));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
