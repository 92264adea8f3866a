import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** What develops the raw pictures of cameras. */
export const libraw: Recipe = {
  name: 'libraw',
  packages: ['libraw-bin'],
  assemble: (assembly) => addPrograms(assembly, ['dcraw_emu']),
};
