import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import { source } from '../limit/compile.ts';
import type { Platform } from '../platform.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

/** What GNUstep reads and writes texts with, and the classes of encodings. It is found by GCONV_PATH. */
const ENCODINGS = /^(?:gconv-modules(?:\.d\/.*)?|(?:ISO8859-1|UTF-16|UNICODE)\.so)$/;

const PROGRAMS = ['lsar', 'unar', 'lhasa'];

/** The Unarchiver, for old and solid RAR and for LHA, and Lhasa, which verifies files of Macintosh in LHA. */
export const unar: Recipe = {
  name: 'unar',
  packages: ['unar', 'lhasa'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    for (const program of PROGRAMS) await tree.take(`usr/bin/${program}`, join(bin, program));
    await tree.takeFolder(`${tree.platform.libraries}/gconv`, join(output, 'gconv'), (path) => ENCODINGS.test(path));
    progress.step('collecting libraries');
    await addLibraries(tree, {
      roots: [bin],
      folder: join(output, 'lib'),
      // Networks, markup and signatures, which the classes of GNUstep have.
      unwanted: /^lib(gnutls|xslt|xml2|avahi-.*|curl(-gnutls)?|dns_sd)\.so/,
    });
    progress.step('compiling');
    await compileUser(tree.platform, join(output, 'preload'));
  },
};

/** A library that is loaded first, by LD_PRELOAD. */
async function compileUser({ compiler }: Platform, folder: string): Promise<void> {
  await mkdir(folder);
  const options = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-shared', '-fPIC'];
  await run(compiler, [...options, '-o', join(folder, 'user.so'), source(import.meta.url, 'user.c')]);
}
