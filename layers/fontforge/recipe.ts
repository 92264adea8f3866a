import { join } from 'node:path';
import { addPrograms, compileCaller } from '../elf/programs.ts';
import { source } from '../limit/compile.ts';
import { addTemporaryFile } from '../preload/add-temporary-file.ts';
import type { Recipe } from '../recipe.ts';

const PROGRAMS = ['fontforge', 'woff2_compress', 'woff2_decompress'];

/** Encodings that are not in the C library itself: without the first, FontForge does not start. GCONV_PATH finds them. */
const ENCODINGS = /^(?:gconv-modules(?:\.d\/.*)?|(?:ISO8859-1|MACINTOSH|UTF-16|UTF-32|UNICODE|CP1252)\.so)$/;

/** What changes the outlines of fonts, what packs them for the web, and a program of ours that reads EOT with libeot. */
export const fontforge: Recipe = {
  name: 'fontforge',
  packages: ['fontforge-nox', 'woff2', 'libeot-dev'],
  async assemble(assembly) {
    const { tree, output, progress } = assembly;
    await tree.takeFolder(`${tree.platform.libraries}/gconv`, join(output, 'gconv'), (path) => ENCODINGS.test(path));
    progress.step('compiling');
    await compileCaller(assembly, {
      program: join(output, 'bin/read-eot'),
      source: source(import.meta.url, 'read-eot.c'),
      library: 'libeot.so.0',
      headers: 'usr/include/libeot',
    });
    await addTemporaryFile(assembly);
    // It does without Python, in which fonts could bring programs along.
    await addPrograms(assembly, PROGRAMS, /^libpython/);
  },
};
