import { fileURLToPath } from 'node:url';
import { type Architecture, LAYER_FOLDERS, MACHINE } from '../functions/sandbox/architecture.ts';

/** The folder with the recipes. */
export const RECIPES = fileURLToPath(new URL('.', import.meta.url));

/** Everything that is built or downloaded lies below this folder; it is never committed. */
export const BUILD = fileURLToPath(new URL('../build/', import.meta.url));

/** What Lambda mounts at /opt, a folder per layer. */
export function layersFor(architecture: Architecture): string {
  return `${BUILD}${LAYER_FOLDERS[architecture]}/`;
}

/** The layers for this machine. */
export const LAYERS = layersFor(MACHINE);
