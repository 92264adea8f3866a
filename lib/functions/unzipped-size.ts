import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AssetStaging, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { EngineLayer } from '../engines/engine-layer.ts';

/** Lambda's limit for a function's code and layers together, unzipped, in bytes. */
export const LARGEST_FUNCTION = 250 * 1024 * 1024;

/** The size of all files in a folder, in bytes. */
export function sizeOf(folder: string): number {
  return readdirSync(folder)
    .map((name) => {
      // Follows symbolic links, as the archive does.
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isDirectory() ? sizeOf(path) : (stats?.size ?? 0);
    })
    .reduce((sum, size) => sum + size, 0);
}

/** Validates the size of a function with its layers at synthesis, since a deployment above the limit is rolled back. */
export function validateSize(fn: IConstruct, layers: readonly EngineLayer[], largest = LARGEST_FUNCTION): string[] {
  const parts = [
    { name: 'code', size: sizeOfCode(fn) },
    ...layers.map(({ name, size }) => ({ name: `layer ${name}`, size })),
  ];
  if (parts.reduce((sum, { size }) => sum + size, 0) <= largest) return [];
  const list = parts.map(({ name, size }) => `${name} ${inMebibytes(size)}`).join(', ');
  return [`Lambda takes ${inMebibytes(largest)} of code and layers, unzipped. These are more: ${list}.`];
}

/** 0 where the code is not bundled, as in most tests: the asset is the whole repository then. */
function sizeOfCode(fn: IConstruct): number {
  if (!Stack.of(fn).bundlingRequired) return 0;
  const [staging] = fn.node.findAll().filter((construct) => construct instanceof AssetStaging);
  return staging ? sizeOf(staging.absoluteStagedPath) : 0;
}

function inMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}
