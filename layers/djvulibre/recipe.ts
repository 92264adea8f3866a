import { join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** Of DjVuLibre: draw pages, and read their text. Of libgxps: draws pages into PDF. */
const PROGRAMS = ['ddjvu', 'djvutxt', 'xpstopdf'];

/** Networks, screens, and kinds of archives that no XPS file is. */
const UNWANTED = /^lib(curl(-gnutls)?|X11|xcb|xcb-.*|Xext|Xrender|xml2|acl|nettle)\.so/;

/** What reads files of pages: DjVu and XPS. */
export const djvulibre: Recipe = {
  name: 'djvulibre',
  packages: ['djvulibre-bin', 'libgxps-utils'],
  async assemble(assembly) {
    const { tree, output } = assembly;
    await addPrograms(assembly, PROGRAMS, UNWANTED);
    // The texts of many XPS files are in UTF-16, which the C library reads by a module.
    for (const name of ['UTF-16.so', 'gconv-modules'])
      await tree.take(`${tree.platform.libraries}/gconv/${name}`, join(output, 'lib/gconv', name));
  },
};
