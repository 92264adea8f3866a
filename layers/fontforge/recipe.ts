import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageTree } from '../debian/tree.ts';
import { addLibraries } from '../elf/closure.ts';
import { source } from '../limit/compile.ts';
import type { Platform } from '../platform.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

const PROGRAMS = ['fontforge', 'woff2_compress', 'woff2_decompress'];

/** Encodings that are not in the C library itself: without the first, FontForge does not start. GCONV_PATH finds them. */
const ENCODINGS = /^(?:gconv-modules(?:\.d\/.*)?|(?:ISO8859-1|MACINTOSH|UTF-16|UTF-32|UNICODE|CP1252)\.so)$/;

/** What changes the outlines of fonts, what packs them for the web, and a program of ours that reads EOT with libeot. */
export const fontforge: Recipe = {
  name: 'fontforge',
  packages: ['fontforge-nox', 'woff2', 'libeot-dev'],
  async assemble({ tree, output, scratch, progress }) {
    const [bin, lib] = [join(output, 'bin'), join(output, 'lib')];
    for (const program of PROGRAMS) await tree.take(`usr/bin/${program}`, join(bin, program));
    await tree.takeFolder(`${tree.platform.libraries}/gconv`, join(output, 'gconv'), (path) => ENCODINGS.test(path));
    progress.step('compiling');
    await compileReader(tree, bin, scratch);
    await compileTemporaryFile(tree.platform, join(output, 'preload'));
    progress.step('collecting libraries');
    // It does without Python, in which fonts could bring programs along.
    await addLibraries(tree, { roots: [bin], folder: lib, unwanted: /^libpython/ });
  },
};

async function compileReader(tree: PackageTree, bin: string, scratch: string): Promise<void> {
  const [headers, library] = [join(scratch, 'include'), join(scratch, 'libeot.so.0')];
  await tree.takeFolder('usr/include/libeot', join(headers, 'libeot'));
  await tree.take(`${tree.platform.libraries}/libeot.so.0`, library);
  const options = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-isystem', headers];
  const linking = [library, '-Wl,--allow-shlib-undefined'];
  await run(tree.platform.compiler, [
    ...options,
    '-o',
    join(bin, 'read-eot'),
    source(import.meta.url, 'read-eot.c'),
    ...linking,
  ]);
}

/** A library that is loaded first, by LD_PRELOAD. */
async function compileTemporaryFile({ compiler }: Platform, folder: string): Promise<void> {
  await mkdir(folder);
  const options = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-shared', '-fPIC'];
  const target = join(folder, 'temporary-file.so');
  await run(compiler, [...options, '-o', target, source(import.meta.url, 'temporary-file.c')]);
}
