import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** What rewrites PDF files. */
export const qpdf: Recipe = {
  name: 'qpdf',
  packages: ['qpdf'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/qpdf', join(bin, 'qpdf'));
    progress.step('collecting libraries');
    await addLibraries(tree, {
      roots: [bin],
      folder: join(output, 'lib'),
      // Smart cards and names of hosts: of GnuTLS only the ciphers are used.
      unwanted: /^lib(p11-kit|idn2)\.so/,
    });
  },
};
