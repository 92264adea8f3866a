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
