import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Platform } from '../platform.ts';
import { run } from '../run.ts';

/** The name of the folder with the launcher `bin/limit` in every engine's layer, beside the engine. */
export const LIMIT = 'limit';

const WARNINGS = ['-std=gnu17', '-Wall', '-Wextra', '-Werror', '-Wconversion', '-Wshadow'];
const HARDENED = ['-O2', '-fstack-protector-strong', '-D_FORTIFY_SOURCE=2', '-Wl,-z,relro,-z,now,-z,noexecstack'];

/** What the launcher and the jail share. */
export const SHARED = ['process.c', 'filter.c'].map((name) => source(import.meta.url, name));

/** Compiles the launcher into a folder, as `bin/limit`. */
export function compileLimit(output: string, platform: Platform): Promise<void> {
  return compileProgram(output, LIMIT, [...SHARED, source(import.meta.url, 'limit.c')], platform);
}

/** Compiles a program that needs nothing of the system into a folder, as `bin/<name>`. */
export async function compileProgram(
  output: string,
  name: string,
  sources: readonly string[],
  { compiler }: Platform,
): Promise<void> {
  const program = join(output, 'bin', name);
  await mkdir(join(output, 'bin'));
  await run(compiler, [...WARNINGS, ...HARDENED, '-static-pie', '-fPIE', '-s', '-o', program, ...sources]);
  await chmod(program, 0o555);
}

/** The path of a source file beside a module. */
export function source(module: string, name: string): string {
  return fileURLToPath(new URL(name, module));
}
