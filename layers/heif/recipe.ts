import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import { compileCaller } from '../elf/programs.ts';
import { source } from '../limit/compile.ts';
import type { Recipe } from '../recipe.ts';

/** What libheif decodes HEVC and AV1 with. */
const DECODERS = ['libde265', 'dav1d'];

/** libheif with its decoders, and a program of ours that writes the pixels of a picture into a file. */
export const heif: Recipe = {
  name: 'heif',
  packages: ['libheif-dev', ...DECODERS.map((name) => `libheif-plugin-${name}`)],
  async assemble(assembly) {
    const { tree, output, progress } = assembly;
    const [bin, plugins] = [join(output, 'bin'), join(output, 'plugins')];
    for (const name of DECODERS)
      await tree.take(
        `${tree.platform.libraries}/libheif/plugins/libheif-${name}.so`,
        join(plugins, `libheif-${name}.so`),
      );
    progress.step('compiling');
    await compileCaller(assembly, {
      program: join(bin, 'read-heif'),
      source: source(import.meta.url, 'read-heif.c'),
      library: 'libheif.so',
      headers: `${tree.platform.headers}/libheif`,
    });
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin, plugins], folder: join(output, 'lib') });
  },
};
