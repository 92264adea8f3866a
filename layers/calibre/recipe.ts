import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOADERS, MACHINE } from '../../functions/sandbox/architecture.ts';
import type { PackageTree } from '../debian/tree.ts';
import { addLibraries } from '../elf/closure.ts';
import { LAYERS } from '../folders.ts';
import { shrinkUnicodeData } from '../icu/shrink-unicode-data.ts';
import type { Recipe } from '../recipe.ts';
import { run } from '../run.ts';
import {
  CALIBRE,
  EXTENSIONS,
  PYTHON_PACKAGES,
  QT_MODULES,
  RESOURCES,
  UNUSED_CALIBRE,
  UNUSED_PACKAGES,
  UNUSED_PYTHON,
  UNWANTED_LIBRARIES,
} from './contents.ts';
import { correctCalibre } from './corrections.ts';

const PYTHON = 'python3.13';
const QT_PLUGINS = /^(platforms\/libqoffscreen|imageformats\/libq(gif|ico|jpeg|svg|webp))\.so$/;
const FONTS = /\/Liberation(Sans|Serif|Mono)-[^/]*\.ttf$/;

/** The part of calibre that converts books, with Python and the drawing part of Qt. */
export const calibre: Recipe = {
  name: 'calibre',
  runs: true,
  packages: ['calibre', 'python3-ezdxf'],
  async assemble({ tree, output, scratch, progress }) {
    await takePython(tree, output);
    await takeCalibre(tree, output);
    await takeQt(tree, output);
    await takeFonts(tree, output);
    progress.step('collecting libraries');
    await takeLibraries(tree, output);
    await shrinkUnicodeData(await unicodeData(output), scratch, tree.platform);
    progress.step('compiling');
    await compile(output, tree.platform.architecture === MACHINE ? output : join(LAYERS, 'calibre/calibre'));
  },
};

async function takePython(tree: PackageTree, output: string): Promise<void> {
  await tree.take(`usr/bin/${PYTHON}`, join(output, 'bin', PYTHON));
  await tree.takeFolder(`usr/lib/${PYTHON}`, join(output, 'lib', PYTHON), (path) => !UNUSED_PYTHON.test(path));
  const packages = (path: string) => {
    const [name = ''] = path.split(/[/.]/);
    return PYTHON_PACKAGES.includes(name) && !UNUSED_PACKAGES.test(path);
  };
  await tree.takeFolder('usr/lib/python3/dist-packages', join(output, 'python'), packages);
  await tree.take('usr/lib/python3/dist-packages/typing_extensions.py', join(output, 'python/typing_extensions.py'));
}

async function takeCalibre(tree: PackageTree, output: string): Promise<void> {
  const wanted = (path: string) => CALIBRE.test(path) && !UNUSED_CALIBRE.test(path);
  await tree.takeFolder('usr/lib/calibre', join(output, 'python'), wanted);
  await tree.takeFolder('usr/lib/calibre/calibre/plugins', join(output, 'extensions'), (path) => EXTENSIONS.test(path));
  const resources = 'usr/share/calibre';
  for (const path of tree.list(`${resources}/`).filter((path) => RESOURCES.test(path.slice(resources.length + 1)))) {
    await tree.take(path, join(output, 'resources', path.slice(resources.length + 1)));
  }
  await correctCalibre(join(output, 'python'));
  await mkdir(join(output, 'program'), { recursive: true });
  for (const name of ['convert-book.py', 'draw-dxf.py', 'pdf_page.py', 'confine.py'])
    await copyFile(ours(name), join(output, 'program', name));
}

async function takeQt(tree: PackageTree, output: string): Promise<void> {
  const modules = new RegExp(`^(__init__\\.py|(${QT_MODULES.join('|')})\\..*so)$`);
  const packages = 'usr/lib/python3/dist-packages/PyQt6';
  await tree.takeFolder(packages, join(output, 'python/PyQt6'), (path) => modules.test(path));
  await tree.takeFolder(`${tree.platform.libraries}/qt6/plugins`, join(output, 'qt'), (path) => QT_PLUGINS.test(path));
}

async function takeFonts(tree: PackageTree, output: string): Promise<void> {
  const fonts = tree.list('usr/share/fonts').filter((path) => FONTS.test(path));
  for (const path of fonts) await tree.take(path, join(output, 'resources/fonts/liberation', basename(path)));
  await copyFile(ours('fonts.conf'), join(output, 'fonts.conf'));
}

async function takeLibraries(tree: PackageTree, output: string): Promise<void> {
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const native = entries.filter(({ name }) => name.endsWith('.so') || name === PYTHON);
  const roots = [...new Set(native.map(({ parentPath }) => parentPath))];
  await addLibraries(tree, { roots, folder: join(output, 'lib'), unwanted: UNWANTED_LIBRARIES });
}

async function unicodeData(output: string): Promise<string> {
  const name = (await readdir(join(output, 'lib'))).find((library) => library.startsWith('libicudata.so.'));
  return join(output, 'lib', name ?? 'libicudata.so');
}

/**
 * Leaves of each module what Python would make of it first, and would make anew each time where it may not write. That is the
 * same for all processors.
 * @param home where the layer with a Python for this machine lies
 */
async function compile(output: string, home: string): Promise<void> {
  const lib = join(output, 'lib');
  const folders = [join(lib, PYTHON), join(output, 'python')];
  const python = [
    join(home, 'lib', LOADERS[MACHINE]),
    '--library-path',
    join(home, 'lib'),
    join(home, 'bin', PYTHON),
  ] as const;
  // As modules that have no source beside them: their dates are not looked at.
  const options = [
    '-I',
    '-S',
    '-B',
    '-m',
    'compileall',
    '-q',
    '-b',
    '-o',
    '0',
    '--invalidation-mode',
    'unchecked-hash',
  ];
  const [command, ...args] = python;
  await run(command, [...args, ...options, '-s', output, '-p', '/', ...folders]);
  for (const folder of folders) await removeSources(folder);
}

async function removeSources(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sources = entries.filter(({ name }) => name.endsWith('.py')).map((entry) => join(entry.parentPath, entry.name));
  for (const path of sources) await rm(path);
}

function ours(file: string): string {
  return join(dirname(fileURLToPath(import.meta.url)), file);
}
