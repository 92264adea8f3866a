import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file or folder of this machine, and where it is seen in a sandbox. */
export interface View {
  readonly source: string;
  /** Relative to the root. */
  readonly target: string;
}

/** Where mounts go that every sandbox has. */
const FOLDERS = ['dev', 'proc', 'tmp', 'opt', 'var/lang/bin', 'var/runtime', 'var/task'];

/** Other names of the folder of libraries; it is the second under which Debian's loader looks for it. */
const LINKS = { lib: 'lib64', 'usr/lib': '../lib64', 'usr/lib64': '../lib64' };

/** Makes an empty root in which each view finds its place. */
export function makeRoot(root: string, views: readonly View[]): void {
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const { source, target } of views) {
    const place = join(root, target);
    mkdirSync(dirname(place), { recursive: true });
    if (statSync(source).isDirectory()) mkdirSync(place, { recursive: true });
    else writeFileSync(place, '');
  }
  mkdirSync(join(root, 'usr'));
  for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, join(root, name));
}

/** What layers show at /opt, merged as Lambda does: a later layer's folder takes the place of an earlier one's. */
export function viewLayers(layers: readonly string[]): View[] {
  const entries = layers.flatMap((layer) => readdirSync(layer).map((name) => [name, join(layer, name)] as const));
  return [...new Map(entries)].map(([name, source]) => ({ source, target: `opt/${name}` }));
}
