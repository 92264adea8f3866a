import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

const PROGRAMS = [
  'pdftoppm',
  'pdftocairo',
  'pdftotext',
  'pdftohtml',
  'pdfinfo',
  'pdfimages',
  // Of libtiff, with which poppler writes pages: it joins them.
  'tiffcp',
];

/** For PDF files that do not carry the fonts they use: the standard 14, and Chinese, Japanese and Korean. */
const FONTS = /\/(Liberation(Sans|Serif|Mono)-.*\.ttf|DroidSansFallback\.ttf|(D050000L|StandardSymbolsPS)\.otf)$/;

const DATA_BUILT_IN = '/usr/share/poppler';
/** Relative, so the programs are run in the layer's folder; and as long as what it replaces. */
const DATA_IN_LAYER = './share/./poppler/';

/** The PDF programs of poppler, and what joins the pages that they draw. */
export const poppler: Recipe = {
  name: 'poppler',
  packages: [
    'poppler-utils',
    'libtiff-tools',
    'poppler-data',
    'fonts-liberation',
    'fonts-droid-fallback',
    'fonts-urw-base35',
  ],
  async assemble(assembly) {
    const { tree, output } = assembly;
    await addPrograms(assembly, PROGRAMS, /^lib(curl(-gnutls)?|X11|xcb|xcb-.*|Xext|Xrender)\.so/);
    await tree.takeFolder('usr/share/poppler', join(output, 'share/poppler'));
    for (const path of tree.list('usr/share/fonts')) {
      if (FONTS.test(path)) await tree.take(path, join(output, 'fonts', basename(path)));
    }
    await copyFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), join(output, 'fonts.conf'));
    const [library = ''] = tree.list(`${tree.platform.libraries}/libpoppler.so.`).sort();
    await moveData(join(output, 'lib', basename(library)));
  },
};

async function moveData(library: string): Promise<void> {
  const data = await readFile(library);
  const at = data.indexOf(`${DATA_BUILT_IN}\0`);
  if (at < 0 || data.indexOf(DATA_BUILT_IN, at + 1) >= 0)
    throw new Error('libpoppler names its data folder otherwise now');
  data.write(DATA_IN_LAYER, at, 'latin1');
  await writeFile(library, data);
}
