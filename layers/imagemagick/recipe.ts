import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

const MODULES = /ImageMagick-[\d.]+\/modules-Q16HDRI\/coders\/([a-z0-9]+)\.(?:la|so)$/;

/** The coders that are carried: what is not here cannot be read, whatever a file says that it is. */
const CODERS = ['bmp', 'icon', 'jp2', 'png', 'psd', 'tiff'];

/** ImageMagick with a few coders and a policy of ours, without delegates, fonts and screens. */
export const imagemagick: Recipe = {
  name: 'imagemagick',
  packages: ['imagemagick-7.q16hdri'],
  async assemble({ tree, output, progress }) {
    const [bin, coders] = [join(output, 'bin'), join(output, 'coders')];
    await tree.take('usr/bin/magick-im7.q16hdri', join(bin, 'magick'));
    for (const path of tree.list(`${tree.platform.libraries}/ImageMagick-`)) {
      const [, name = ''] = MODULES.exec(path) ?? [];
      if (CODERS.includes(name)) await tree.take(path, join(coders, path.slice(path.lastIndexOf('/') + 1)));
    }
    progress.step('collecting libraries');
    await addLibraries(tree, {
      roots: [bin, coders],
      folder: join(output, 'lib'),
      unwanted: /^lib(X11|Xext|fontconfig|freetype|raqm|lqr-1|fftw3|xml2)\.so/,
    });
    const etc = join(output, 'etc');
    await mkdir(etc);
    await copyFile(fileURLToPath(new URL('policy.xml', import.meta.url)), join(etc, 'policy.xml'));
  },
};
