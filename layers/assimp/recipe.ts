import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** What reads and writes 3D models. */
export const assimp: Recipe = {
  name: 'assimp',
  packages: ['assimp-utils'],
  assemble: (assembly) => addPrograms(assembly, ['assimp']),
};
