import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** Smart cards and names of hosts: of GnuTLS only the ciphers are used. */
const UNWANTED = /^lib(p11-kit|idn2)\.so/;

/** What rewrites PDF files. */
export const qpdf: Recipe = {
  name: 'qpdf',
  packages: ['qpdf'],
  assemble: (assembly) => addPrograms(assembly, ['qpdf'], UNWANTED),
};
