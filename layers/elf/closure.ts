import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageTree } from '../debian/tree.ts';
import { type ElfFile, readElf } from './read.ts';
import { writeStubs } from './stubs.ts';

/** What libraries a layer gets. */
export interface ClosureOptions {
  /** Folders with programs and libraries that are there already. */
  readonly roots: readonly string[];
  /** Where libraries go. */
  readonly folder: string;
  /** Libraries opened by name at run time, which no file says it needs. */
  readonly extra?: readonly string[];
  /** Libraries that nothing we do uses: a stub takes their place. */
  readonly unwanted?: RegExp;
}

/** Adds every library that the programs need, the C library and its loader included, so that nothing of the host is used. */
export async function addLibraries(tree: PackageTree, options: ClosureOptions): Promise<void> {
  const { roots, folder, extra = [], unwanted } = options;
  const files = new Map<string, ElfFile>();
  for (const root of roots) await readFolder(root, files);
  const stubs = new Set<string>();
  const queue = [tree.platform.loader, ...extra, ...[...files.values()].flatMap(({ needed }) => needed)];
  for (let soname = queue.shift(); soname !== undefined; soname = queue.shift()) {
    if (files.has(soname) || stubs.has(soname)) continue;
    if (unwanted?.test(soname)) stubs.add(soname);
    else queue.push(...(await add(tree, soname, folder, files)));
  }
  await writeStubs(stubs, [...files.values()], folder, tree.platform);
}

async function add(
  tree: PackageTree,
  soname: string,
  folder: string,
  files: Map<string, ElfFile>,
): Promise<readonly string[]> {
  const path = tree.library(soname);
  if (!path) throw new Error(`no package has the library ${soname}`);
  const target = join(folder, soname);
  await tree.take(path, target);
  const file = await readElf(target);
  if (!file) throw new Error(`${path} is not a library`);
  files.set(soname, file);
  return file.needed;
}

async function readFolder(folder: string, files: Map<string, ElfFile>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await readElf(join(folder, entry.name));
    if (file) files.set(entry.name, file);
  }
}
