import type { Engine } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { bundlePrograms } from '../../local/bundle-programs.ts';

/** An engine that runs the commands in its source. */
export const UNDER_TEST: Engine = {
  ...sharp,
  name: 'under-test',
  worker: { ...sharp.worker, program: 'test/sandbox/host-under-test.ts', timeout: 20 },
};

let made: ReturnType<typeof bundlePrograms> | undefined;

/** The folder with the bundled programs of all engines, which are made once before all tests. */
export function testPrograms(): ReturnType<typeof bundlePrograms> {
  made ??= bundlePrograms([...ENGINES, UNDER_TEST]);
  return made;
}
