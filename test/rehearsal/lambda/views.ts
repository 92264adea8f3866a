import { join } from 'node:path';
import { type View, viewLayers } from '../sandbox/root.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Workbench } from '../workbench.ts';

const RUNTIME = join(import.meta.dirname, '../runtime');

export function viewsOf(fn: DeployedFunction, { node, system }: Workbench): View[] {
  return [
    { source: join(system, 'lib64'), target: 'lib64' },
    { source: join(system, 'etc'), target: 'etc' },
    { source: node, target: 'var/lang/bin/node' },
    { source: RUNTIME, target: 'var/runtime' },
    { source: fn.code, target: 'var/task' },
    ...viewLayers(fn.layers),
  ];
}
