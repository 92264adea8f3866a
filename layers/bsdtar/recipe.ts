import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** Programs by their paths. 7-Zip, for what libarchive does not read, looks beside itself for its formats. Debian leaves RAR out. */
const PROGRAMS = { bsdtar: 'usr/bin/bsdtar', '7z': 'usr/lib/7zip/7z', '7z.so': 'usr/lib/7zip/7z.so' };

/** Without it, libarchive takes names for ASCII. It is found by LOCPATH. */
const LOCALE = 'C.utf8';

/** The archive programs of libarchive, and 7-Zip: one layer, since a function has at most five. */
export const bsdtar: Recipe = {
  name: 'bsdtar',
  packages: ['libarchive-tools', 'libc-bin', '7zip'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const [program, path] of Object.entries(PROGRAMS)) await tree.take(path, join(bin, program));
    await tree.takeFolder(`usr/lib/locale/${LOCALE}`, join(output, 'locale', LOCALE));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib') });
  },
};
