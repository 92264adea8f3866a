import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** What takes Kindle books apart. */
export const libmobi: Recipe = {
  name: 'libmobi',
  packages: ['libmobi-tools'],
  assemble: (assembly) => addPrograms(assembly, ['mobitool']),
};
