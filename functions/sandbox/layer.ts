import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYER_FOLDERS, LOADERS, MACHINE } from './architecture.ts';

/** A program of a layer, ready to be started from wherever the layer lies. */
export interface LayerProgram {
  /** The launcher that sets its limits. */
  readonly launcher: string;
  /** The command and its first arguments; what it is to do follows. */
  readonly command: readonly [string, ...string[]];
}

/** Where the layers of this machine lie when it is not Lambda: a folder of its own for each. */
const BUILT = fileURLToPath(new URL(`../../build/${LAYER_FOLDERS[MACHINE]}`, import.meta.url));

/** Whether layers lie where Lambda puts them, all in one folder; an engine host reads it from its environment. */
export function layersAreMounted(): boolean {
  return process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
}

/** Where a layer lies: below /opt on Lambda, where it was built on any other machine. */
export function layerFolder(name: string): string {
  return layersAreMounted() ? join('/opt', name) : join(BUILT, name, name);
}

/** Whether a layer is there, whole. */
export function layerAvailable(name: string): boolean {
  return existsSync(join(layerFolder(name), '.key'));
}

/**
 * A program of a layer, started through the layer's own loader with its own libraries and none of the machine's.
 * @param program path in the layer, such as `bin/ffmpeg`
 * @param folder where the layer lies, when it was unpacked
 * @param libraries folders with libraries, in the order in which they are searched
 */
export function layerProgram(
  layer: string,
  program: string,
  folder = layerFolder(layer),
  libraries: readonly string[] = ['lib'],
): LayerProgram {
  const path = libraries.map((library) => join(folder, library)).join(':');
  const loader = join(folder, 'lib', LOADERS[MACHINE]);
  return {
    launcher: join(dirname(layerFolder(layer)), 'limit/bin/limit'),
    command: [loader, '--inhibit-cache', '--library-path', path, join(folder, program)],
  };
}
