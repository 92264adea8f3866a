import { join } from 'node:path';
import { packFolder } from '../archive/pack-folder.ts';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** Of the data files those that are for presentations in a browser, for man pages of its own, and for scripts. */
const UNUSED = /^(init\.lua|sample\.lua|creole\.lua|dzslides|.*\.1$|bash_completion)/;

/** Pandoc, which reads and writes markup. One file of 190 MB, which has to lie beside LibreOffice: so it is an archive. */
export const pandoc: Recipe = {
  name: 'pandoc',
  packages: ['pandoc', 'pandoc-data'],
  async assemble({ tree, output, scratch, progress }) {
    const folder = join(scratch, 'pandoc');
    await tree.take('usr/bin/pandoc', join(folder, 'bin/pandoc'));
    await tree.takeFolder('usr/share/pandoc/data', join(folder, 'data'), (path) => !UNUSED.test(path));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [join(folder, 'bin')], folder: join(folder, 'lib') });
    progress.step('packing');
    await packFolder(folder, output, { onPart: (done, total) => progress.count('packing', done, total) });
  },
};
