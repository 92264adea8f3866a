import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Platform } from '../platform.ts';
import type { Assembly } from '../recipe.ts';
import { run } from '../run.ts';
import { addLibraries } from './closure.ts';

const OPTIONS = ['-std=gnu17', '-O2', '-s', '-Wall', '-Wextra', '-Werror', '-Wconversion'];

/**
 * Adds programs of the packages to a layer, and every library that they and what lies in `bin` already need.
 * @param unwanted libraries that nothing we do uses: a stub takes their place
 */
export async function addPrograms(
  { tree, output, progress }: Assembly,
  programs: readonly string[],
  unwanted?: RegExp,
): Promise<void> {
  const bin = join(output, 'bin');
  for (const program of programs) await tree.take(`usr/bin/${program}`, join(bin, program));
  progress.step('collecting libraries');
  await addLibraries(tree, { roots: [bin], folder: join(output, 'lib'), ...(unwanted && { unwanted }) });
}

/**
 * Compiles a program of ours that calls a library of the packages. It is linked with the library that it will be started
 * with, whatever that one takes from other libraries.
 * @param headers the folder of the library's headers, in the packages
 */
export async function compileCaller(
  { tree, scratch }: Assembly,
  { program, source, library, headers }: Readonly<Record<'program' | 'source' | 'library' | 'headers', string>>,
): Promise<void> {
  const include = join(scratch, 'include');
  await tree.takeFolder(headers, join(include, headers.slice(headers.lastIndexOf('/') + 1)));
  const target = join(scratch, library);
  await tree.take(`${tree.platform.libraries}/${library}`, target);
  await mkdir(dirname(program), { recursive: true });
  const linking = [target, '-Wl,--allow-shlib-undefined'];
  await run(tree.platform.compiler, [...OPTIONS, '-isystem', include, '-o', program, source, ...linking]);
}

/** Compiles a library that is loaded first, by LD_PRELOAD. */
export async function compilePreload({ compiler }: Platform, library: string, source: string): Promise<void> {
  await mkdir(dirname(library));
  await run(compiler, [...OPTIONS, '-shared', '-fPIC', '-o', library, source]);
}
