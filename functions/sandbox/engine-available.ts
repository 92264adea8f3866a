import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../engines/engine.ts';
import { isUnconfined, jailAvailable, ROOT } from './jail.ts';
import { layerAvailable, layerFolder } from './layer.ts';

/** Whether this machine has what an engine needs: a jail, its layers, its packages. */
export function engineAvailable({ worker }: Engine): boolean {
  return (jailAvailable() || isUnconfined()) && worker.layers.every(isComplete) && worker.packages.every(isInstalled);
}

function isComplete(layer: string): boolean {
  return layerAvailable(layer) && existsSync(join(dirname(layerFolder(layer)), 'limit/bin/limit'));
}

function isInstalled(name: string): boolean {
  return existsSync(join(ROOT, 'node_modules', name));
}
