import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** Of DjVuLibre: draw pages, and read their text. Of libgxps: draws pages into PDF. */
const PROGRAMS = ['ddjvu', 'djvutxt', 'xpstopdf'];

/** Networks, screens, and kinds of archives that no XPS file is. */
const UNWANTED = /^lib(curl(-gnutls)?|X11|xcb|xcb-.*|Xext|Xrender|xml2|acl|nettle)\.so/;

/** What reads files of pages: DjVu and XPS. */
export const djvulibre: Recipe = {
  name: 'djvulibre',
  packages: ['djvulibre-bin', 'libgxps-utils'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const program of PROGRAMS) await tree.take(`usr/bin/${program}`, join(bin, program));
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin], folder: join(output, 'lib'), unwanted: UNWANTED });
    // The texts of many XPS files are in UTF-16, which the C library reads by a module.
    for (const name of ['UTF-16.so', 'gconv-modules'])
      await tree.take(`${tree.platform.libraries}/gconv/${name}`, join(output, 'lib/gconv', name));
  },
};
