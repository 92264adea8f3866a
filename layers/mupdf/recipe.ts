import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** MuPDF's tool, unmodified, which makes subsets of the fonts of PDF files. */
export const mupdf: Recipe = {
  name: 'mupdf',
  packages: ['mupdf-tools'],
  assemble: (assembly) => addPrograms(assembly, ['mutool']),
};
