import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../run.ts';

/** The name of the jail's folder in every layer, and of the layer that holds nothing else. */
export const JAIL = 'jail';

const WARNINGS = ['-std=gnu17', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-Wshadow'];
const HARDENED = ['-O2', '-fstack-protector-strong', '-D_FORTIFY_SOURCE=2', '-Wl,-z,relro,-z,now,-z,noexecstack'];

/** Compiles the jail into a folder: `bin/jail`, which needs nothing of the system, and `lib/undumpable.so`. */
export async function compileJail(output: string): Promise<void> {
  await mkdir(join(output, 'bin'));
  await mkdir(join(output, 'lib'));
  const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const program = [...WARNINGS, ...HARDENED, '-static-pie', '-fPIE', '-s', '-o', join(output, 'bin/jail')];
  const library = [...WARNINGS, '-O2', '-shared', '-fPIC', '-nostdlib', '-fno-stack-protector', '-s'];
  await run('gcc', [...program, source('jail.c'), source('limits.c'), source('files.c'), source('calls.c')]);
  await run('gcc', [...library, '-o', join(output, 'lib/undumpable.so'), source('undumpable.c')]);
}
