import { join } from 'node:path';
import { addPrograms, compilePreload } from '../elf/programs.ts';
import { source } from '../limit/compile.ts';
import type { Recipe } from '../recipe.ts';

/** What GNUstep reads and writes texts with, and the classes of encodings. It is found by GCONV_PATH. */
const ENCODINGS = /^(?:gconv-modules(?:\.d\/.*)?|(?:ISO8859-1|UTF-16|UNICODE)\.so)$/;

const PROGRAMS = ['lsar', 'unar', 'lhasa'];

/** Networks, markup and signatures, which the classes of GNUstep have. */
const UNWANTED = /^lib(gnutls|xslt|xml2|avahi-.*|curl(-gnutls)?|dns_sd)\.so/;

/** The Unarchiver, for old and solid RAR and for LHA, and Lhasa, which verifies files of Macintosh in LHA. */
export const unar: Recipe = {
  name: 'unar',
  packages: ['unar', 'lhasa'],
  async assemble(assembly) {
    const { tree, output, progress } = assembly;
    await tree.takeFolder(`${tree.platform.libraries}/gconv`, join(output, 'gconv'), (path) => ENCODINGS.test(path));
    await addPrograms(assembly, PROGRAMS, UNWANTED);
    progress.step('compiling');
    await compilePreload(tree.platform, join(output, 'preload/user.so'), source(import.meta.url, 'user.c'));
  },
};
