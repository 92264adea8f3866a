import { join } from 'node:path';
import { addLibraries } from '../elf/closure.ts';
import type { Recipe } from '../recipe.ts';

/** What its start-up, fonts, encodings and colours need; not its scripts, of which some run programs. */
const RESOURCES =
  /^usr\/share\/ghostscript\/[\d.]+\/Resource\/(?=(?:Init|Font|Encoding|Decoding|ColorSpace|IdiomSet|SubstCID)\/)/;

/** Ghostscript, unmodified: its licence asks for no more. */
export const ghostscript: Recipe = {
  name: 'ghostscript',
  packages: ['ghostscript', 'libgs-common', 'fonts-urw-base35'],
  async assemble({ tree, output, progress }) {
    const bin = join(output, 'bin');
    await tree.take('usr/bin/gs', join(bin, 'gs'));
    progress.step('collecting libraries');
    await addLibraries(tree, {
      roots: [bin],
      folder: join(output, 'lib'),
      // Printers, and the networks on which they are.
      unwanted: /^lib(cups|avahi-.*|gnutls|gssapi_krb5|krb5|dbus-1|X11|Xt|Xext)\.so/,
    });
    for (const path of tree.list('usr/share/ghostscript/').filter((name) => RESOURCES.test(name)))
      await tree.take(path, join(output, path.replace(RESOURCES, 'Resource/')));
    await tree.takeFolder('usr/share/color/icc/ghostscript', join(output, 'icc'));
  },
};
