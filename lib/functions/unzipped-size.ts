import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AssetStaging, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { EngineLayer } from '../engines/engine-layer.ts';

/** The most that Lambda takes of a function's code and its layers together, unzipped, in bytes. */
export const LARGEST_FUNCTION = 250 * 1024 * 1024;

/** The size of all files in a folder, in bytes. */
export function sizeOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => {
      // Links are followed, as they are in the archive.
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isDirectory() ? sizeOf(path) : (stats?.size ?? 0);
    })
    .reduce((sum, size) => sum + size, 0);
}

/** What is wrong with the size of a function and its layers: better reported now than by a deployment that is rolled back. */
export function validateSize(fn: IConstruct, layers: readonly EngineLayer[], largest = LARGEST_FUNCTION): string[] {
  const parts = [
    { name: 'code', size: sizeOfCode(fn) },
    ...layers.map(({ name, size }) => ({ name: `layer ${name}`, size })),
  ];
  if (parts.reduce((sum, { size }) => sum + size, 0) <= largest) return [];
  const list = parts.map(({ name, size }) => `${name} ${inMebibytes(size)}`).join(', ');
  return [`Lambda takes ${inMebibytes(largest)} of code and layers, unzipped. These are more: ${list}.`];
}

/** Nothing where the code is not bundled, as in most tests: the asset is the whole repository then. */
function sizeOfCode(fn: IConstruct): number {
  if (!Stack.of(fn).bundlingRequired) return 0;
  const [staging] = fn.node.findAll().filter((construct) => construct instanceof AssetStaging);
  return staging ? sizeOf(staging.absoluteStagedPath) : 0;
}

function inMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}
