import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYER_FOLDERS, LOADERS, MACHINE } from './architecture.ts';

/** A program of a layer, ready to be started from wherever the layer lies. */
export interface LayerProgram {
  /** The launcher that sets its limits. */
  readonly launcher: string;
  /** The command and its first arguments. */
  readonly command: readonly [string, ...string[]];
}

/** The folder of the layers outside of Lambda. */
const BUILT = fileURLToPath(new URL(`../../build/${LAYER_FOLDERS[MACHINE]}`, import.meta.url));

/** Whether this process runs on Lambda, where all layers are mounted in one folder. */
export function layersAreMounted(): boolean {
  return process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
}

/** The folder of a layer: below /opt on Lambda, in `build/` elsewhere. */
export function layerFolder(name: string): string {
  return layersAreMounted() ? join('/opt', name) : join(BUILT, name, name);
}

/** Whether a layer is there and complete. */
export function layerAvailable(name: string): boolean {
  return existsSync(join(layerFolder(name), '.key'));
}

/**
 * A program of a layer, started by the loader of the layer with its libraries and none of the machine's.
 * @param program path in the layer, such as `bin/ffmpeg`
 * @param folder the folder of an unpacked layer
 * @param libraries folders with libraries, in search order
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
