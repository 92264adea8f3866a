import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packFolder } from '../archive/pack-folder.ts';
import { addLibraries } from '../elf/closure.ts';
import { FONT_PACKAGES, takeFonts } from '../fonts/fonts.ts';
import type { Platform } from '../platform.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

const HOME = 'usr/lib/chromium';

/** What the browser reads where its program lies. */
const FILES = [
  'icudtl.dat',
  'v8_context_snapshot.bin',
  'headless_command_resources.pak',
  'headless_lib_data.pak',
  'headless_lib_strings.pak',
];

/** What the browser sets formulas in unless a page names another font. Few fonts have the table of OpenType that says how. */
const MATH_FONT = 'usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf';

/** Libraries for screens, sound cards and desktops. */
const UNWANTED =
  /^lib(X11|X11-xcb|Xcomposite|Xdamage|Xext|Xfixes|Xrandr|XNVCtrl|xcb|xkbcommon|gbm|udev|asound|pulse|atspi)\.so/;

/**
 * The browser without a window. It starts itself anew for each page, and looks for its files beside the program that runs:
 * that is the loader of the layer, so all lies in one folder with it.
 */
export const chromium: Recipe = {
  name: 'chromium',
  packages: ['chromium-headless-shell', ...FONT_PACKAGES, 'fonts-lmodern'],
  async assemble({ tree, output, scratch, progress }) {
    const [folder, program] = [join(scratch, 'chromium'), join(scratch, 'chromium/lib')];
    for (const file of ['chromium-headless-shell', ...FILES]) await tree.take(`${HOME}/${file}`, join(program, file));
    await compileLauncher(tree.platform, join(folder, 'bin'));
    await takeFonts(tree, folder, { scratch, substitutes: false });
    await tree.take(MATH_FONT, join(folder, 'fonts', basename(MATH_FONT)));
    progress.step('collecting libraries');
    // The security library opens these by name.
    const extra = ['libsoftokn3.so', 'libfreeblpriv3.so', 'libfreebl3.so'];
    await addLibraries(tree, { roots: [program], folder: program, extra, unwanted: UNWANTED });
    progress.step('packing');
    await packFolder(folder, output, { onPart: (done, total) => progress.count('packing', done, total) });
  },
};

/** It needs no library, since browsers start it by its name alone. */
async function compileLauncher({ compiler, loader }: Platform, bin: string): Promise<void> {
  const source = fileURLToPath(new URL('start-browser.c', import.meta.url));
  const options = [
    '-std=gnu17',
    '-O2',
    '-s',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-static-pie',
    '-fPIE',
    `-DLOADER="${loader}"`,
  ];
  await mkdir(bin);
  await run(compiler, [...options, '-o', join(bin, 'start-browser'), source]);
}
