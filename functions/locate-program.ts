import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);

/**
 * Where a program of ours lies that runs as a process or thread of its own.
 * In the repository it is the TypeScript file itself; in a deployed bundle, where everything is flattened, it is
 * `<name>.mjs` beside the bundle.
 * @param program path relative to the repository, as in `EngineWorker.program`
 */
export function locateProgram(program: string): string {
  if (HERE.endsWith('.ts')) return join(dirname(HERE), '..', program);
  return join(dirname(HERE), `${basename(program, '.ts')}.mjs`);
}

/**
 * Where a file lies that a function reads as it is: in the repository at its path, in a deployed bundle beside it.
 * @param path relative to the repository, as in `BundledFiles.files`
 */
export function locateFile(path: string): string {
  return HERE.endsWith('.ts') ? join(dirname(HERE), '..', path) : join(dirname(HERE), basename(path));
}
