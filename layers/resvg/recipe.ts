import { basename, join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/**
 * Fonts with the metrics of Arial, Times New Roman and Courier New; for what they lack, and for Verdana, DejaVu; for
 * Chinese, Japanese and Korean, Droid Sans Fallback.
 */
const FONTS = /\/(Liberation(Sans|Serif|Mono)-.*|DejaVu(Sans|Serif|SansMono)(-Bold)?|DroidSansFallback)\.ttf$/;

/** What draws SVG. */
export const resvg: Recipe = {
  name: 'resvg',
  packages: ['resvg', 'fonts-liberation', 'fonts-dejavu-core', 'fonts-droid-fallback'],
  async assemble(assembly) {
    const { tree, output } = assembly;
    await addPrograms(assembly, ['resvg']);
    for (const path of tree.list('usr/share/fonts')) {
      if (FONTS.test(path)) await tree.take(path, join(output, 'fonts', basename(path)));
    }
  },
};
