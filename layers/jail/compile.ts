import { compileProgram, SHARED, source } from '../limit/compile.ts';
import type { Platform } from '../platform.ts';

/** The name of the layer with the jail, `bin/jail`, and of the folder in it. It is for one machine and never deployed. */
export const JAIL = 'jail';

const SOURCES = [
  'jail.c',
  'monitor.c',
  'launch.c',
  'warden.c',
  'program.c',
  'family.c',
  'usage.c',
  'disk.c',
  'user.c',
  'files.c',
  'namespaces.c',
  'calls.c',
];

/** Compiles the jail into a folder, as `bin/jail`. */
export function compileJail(output: string, platform: Platform): Promise<void> {
  return compileProgram(output, JAIL, [...SHARED, ...SOURCES.map((name) => source(import.meta.url, name))], platform);
}
