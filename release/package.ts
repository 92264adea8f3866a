import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this repository. */
export const ROOT = join(import.meta.dirname, '..');

/** The fields that all packages share: they are released together. */
export const { version, license, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Writes the package.json and the licence of a package. */
export function writePackage(
  folder: string,
  { name, ...more }: { readonly name: string; readonly [key: string]: unknown },
) {
  mkdirSync(folder, { recursive: true });
  const content = { name, version, license, ...more };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, undefined, 2)}\n`);
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}
