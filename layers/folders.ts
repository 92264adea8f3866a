import { fileURLToPath } from 'node:url';

/** The folder with the recipes. */
export const RECIPES = fileURLToPath(new URL('.', import.meta.url));

/** Everything that is built or downloaded lies below this folder; it is never committed. */
export const BUILD = fileURLToPath(new URL('../build/', import.meta.url));

/** What Lambda mounts at /opt, a folder per layer. */
export const LAYERS = `${BUILD}layers/`;
