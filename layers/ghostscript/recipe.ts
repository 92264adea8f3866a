import { join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** What its start-up, fonts, encodings and colours need; not its scripts, of which some run programs. */
const RESOURCES =
  /^usr\/share\/ghostscript\/[\d.]+\/Resource\/(?=(?:Init|Font|Encoding|Decoding|ColorSpace|IdiomSet|SubstCID)\/)/;

/** Printers, and the networks on which they are. */
const UNWANTED = /^lib(cups|avahi-.*|gnutls|gssapi_krb5|krb5|dbus-1|X11|Xt|Xext)\.so/;

/** Ghostscript, unmodified: its licence asks for no more. */
export const ghostscript: Recipe = {
  name: 'ghostscript',
  packages: ['ghostscript', 'libgs-common', 'fonts-urw-base35'],
  async assemble(assembly) {
    const { tree, output } = assembly;
    await addPrograms(assembly, ['gs'], UNWANTED);
    for (const path of tree.list('usr/share/ghostscript/').filter((name) => RESOURCES.test(name)))
      await tree.take(path, join(output, path.replace(RESOURCES, 'Resource/')));
    await tree.takeFolder('usr/share/color/icc/ghostscript', join(output, 'icc'));
  },
};
