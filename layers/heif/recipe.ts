import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageTree } from '../debian/tree.ts';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

/** What libheif decodes HEVC and AV1 with. */
const DECODERS = ['libde265', 'dav1d'];

/** libheif with its decoders, and a program of ours that writes the pixels of a picture into a file. */
export const heif: Recipe = {
  name: 'heif',
  packages: ['libheif-dev', ...DECODERS.map((name) => `libheif-plugin-${name}`)],
  async assemble({ tree, output, scratch, progress }) {
    const [bin, plugins] = [join(output, 'bin'), join(output, 'plugins')];
    for (const name of DECODERS)
      await tree.take(
        `${tree.platform.libraries}/libheif/plugins/libheif-${name}.so`,
        join(plugins, `libheif-${name}.so`),
      );
    progress.step('compiling');
    await compileReader(tree, bin, scratch);
    progress.step('collecting libraries');
    await addLibraries(tree, { roots: [bin, plugins], folder: join(output, 'lib') });
  },
};

/** It is linked with the library that it will be started with, whatever that one takes from other libraries. */
async function compileReader(tree: PackageTree, bin: string, scratch: string): Promise<void> {
  const [headers, library] = [join(scratch, 'include'), join(scratch, 'libheif.so')];
  await tree.takeFolder(`${tree.platform.headers}/libheif`, join(headers, 'libheif'));
  await tree.take(`${tree.platform.libraries}/libheif.so`, library);
  await mkdir(bin);
  const source = fileURLToPath(new URL('read-heif.c', import.meta.url));
  const options = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-isystem', headers];
  const linking = [library, '-Wl,--allow-shlib-undefined'];
  await run(tree.platform.compiler, [...options, '-o', join(bin, 'read-heif'), source, ...linking]);
}
