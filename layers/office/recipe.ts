import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packFolder } from '../archive/pack-folder.ts';
import type { PackageTree } from '../debian/tree.ts';
import { addLibraries } from '../elf/closure.ts';
import { FONT_PACKAGES, SUBSTITUTE_PACKAGES, takeFonts } from '../fonts/fonts.ts';
import { shrinkUnicodeData } from '../icu/shrink-unicode-data.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';

const HOME = 'usr/lib/libreoffice';
const APPLICATIONS = ['writer', 'calc', 'impress', 'draw', 'math'];

/** Parts of LibreOffice for people at a screen, for macros and for databases. */
const UNUSED_PROGRAM = new RegExp(
  [
    '^(classes|dotnet|wizards|python-core.*|shell|opengl|help)/',
    '^lib(pcr|slideshow|bib|acc|dbp|abp|solver|scn|LanguageTool|PresentationMinimizer|vbaswobj|vbaobj|cmdmail|ucpcmis1)lo\\.so$',
    '^lib(ucpdav1|cui|ucpgio1|ucpchelp1|desktopbe1|gconfbe1|lpsolve55|CbcSolver|ScriptFramework|OGLTrans)(lo)?\\.so$',
    '^(soffice|oosplash|unopkg|uri-encode|regview|gengal|xpdfimport|ui-previewer|minidump_upload|senddoc)',
    '\\.py$',
  ].join('|'),
);

const UNUSED_SHARE = new RegExp(
  [
    '^(gallery|template|wizards|autocorr|autotext|labels|tipoftheday|toolbarmode|theme_definitions|Scripts|wordbook|palette)/',
    '^(uno_packages|prereg|extensions|fonts|xdg|glade|skia|\\.registry)/',
    '^basic/.*\\.(xba|xdl)$',
    '^config/images_colibre_(dark|svg|dark_svg)\\.zip$',
    'notebookbar[^/]*\\.ui$',
    '^config/soffice\\.cfg/cui/',
    '^registry/(.*\\.sample|main\\.xcd)$', // main.xcd is a link to where it is not
  ].join('|'),
);

/** Libraries for networks, printers, desktops and databases: LibreOffice carries on without what they do. */
const UNWANTED =
  /^lib(curl(-gnutls)?|cups|gio-2\.0|gobject-2\.0|glib-2\.0|gmodule-2\.0|dconf|X11|X11-xcb|xcb|xcb-.*|Xext|Xrender|db-5\.3|zxcvbn|gnutls|ldap|lber|dbus-1|avahi-.*)\.so/;

/**
 * Files from this size on lie unpacked, in bytes. There is no room for more of them: the layer of poppler has to fit into
 * the same function.
 */
const WHOLE = 50_000_000;

/** LibreOffice, kept resident by a program of ours. It is too big to lie unpacked, so most of its files are archived. */
export const office: Recipe = {
  name: 'office',
  packages: [
    ...['core', ...APPLICATIONS].map((part) => `libreoffice-${part}-nogui`),
    ...['common', ...APPLICATIONS].map((part) => `libreoffice-uiconfig-${part}`),
    'libreofficekit-dev',
    'libjemalloc2',
    ...FONT_PACKAGES,
    ...SUBSTITUTE_PACKAGES,
  ],
  async assemble({ tree, output, scratch, progress }) {
    const folder = join(scratch, 'office');
    await takeOffice(tree, folder);
    await takeFonts(tree, folder, { scratch, substitutes: true });
    await compileHelper(tree, join(folder, 'bin'), scratch);
    progress.step('collecting libraries');
    await takeLibraries(tree, folder);
    await shrinkUnicodeData(await unicodeData(folder), scratch, tree.platform);
    progress.step('packing');
    await packFolder(folder, output, { whole: WHOLE, onPart: (done, total) => progress.count('packing', done, total) });
  },
};

async function takeOffice(tree: PackageTree, folder: string): Promise<void> {
  await tree.takeFolder(`${HOME}/program`, join(folder, 'program'), (path) => !UNUSED_PROGRAM.test(path));
  await tree.takeFolder(`${HOME}/share`, join(folder, 'share'), (path) => !UNUSED_SHARE.test(path));
  await tree.takeFolder(`${HOME}/presets`, join(folder, 'presets'));
  await tree.take(`${HOME}/share/.registry/main.xcd`, join(folder, 'share/registry/main.xcd'));
  await tree.takeFolder('usr/share/liblangtag', join(folder, 'share/liblangtag'));
  await copyFile(ours('service.xcd'), join(folder, 'share/registry/service.xcd'));
  await copyFile(ours('sofficerc'), join(folder, 'program/sofficerc'));
  await relocate(join(folder, 'program/fundamentalrc'));
}

/** Makes LibreOffice find itself wherever it is unpacked, and not look for desktop settings. */
async function relocate(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const moved = text.replace(/^BRAND_BASE_DIR=.*$/m, 'BRAND_BASE_DIR=$${ORIGIN}/..').replace(' dconf:*', '');
  await writeFile(file, moved);
}

/**
 * It is linked with jemalloc, which so becomes the allocator of all that it loads: LibreOffice, which takes and gives back
 * small pieces without end, takes a fifth less of the processor for a document than with that of the C library.
 */
async function compileHelper(tree: PackageTree, bin: string, scratch: string): Promise<void> {
  const [headers, allocator] = [join(scratch, 'include'), join(scratch, 'libjemalloc.so.2')];
  await tree.takeFolder('usr/include/LibreOfficeKit', join(headers, 'LibreOfficeKit'));
  await tree.take(`${tree.platform.libraries}/libjemalloc.so.2`, allocator);
  await mkdir(bin);
  const options = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-isystem', headers];
  const linking = ['-Wl,--no-as-needed', allocator, '-Wl,--allow-shlib-undefined'];
  await run(tree.platform.compiler, [
    ...options,
    '-o',
    join(bin, 'resident-office'),
    ours('resident-office.c'),
    ...linking,
  ]);
}

async function takeLibraries(tree: PackageTree, folder: string): Promise<void> {
  const roots = [join(folder, 'program'), join(folder, 'bin')];
  // PDF export opens the security library, which opens these, by name.
  const extra = ['libsoftokn3.so', 'libfreeblpriv3.so', 'libfreebl3.so', 'libnssckbi.so'];
  await addLibraries(tree, { roots, folder: join(folder, 'lib'), extra, unwanted: UNWANTED });
}

async function unicodeData(folder: string): Promise<string> {
  const name = (await readdir(join(folder, 'lib'))).find((library) => library.startsWith('libicudata.so.'));
  return join(folder, 'lib', name ?? 'libicudata.so');
}

function ours(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
