import { join } from 'node:path';
import { run } from '../../../layers/run.ts';

const SOURCES = ['launcher.c', 'root.c', 'filter.c'].map((name) => join(import.meta.dirname, name));
const FLAGS = ['-D_GNU_SOURCE', '-std=gnu17', '-Wall', '-Wextra', '-Werror', '-Wshadow', '-O2', '-static-pie', '-fPIE'];

/** Compiles the launcher of the sandbox into a folder, and gives its path. */
export async function compileLauncher(folder: string): Promise<string> {
  const launcher = join(folder, 'launcher');
  await run('gcc', [...FLAGS, '-o', launcher, ...SOURCES]);
  return launcher;
}
