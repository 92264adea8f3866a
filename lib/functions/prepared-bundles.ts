import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledBy } from './bundled-by.ts';

/** The folder of the bundles' files in the package, by digest; a checkout has none. */
export const PREPARED_BUNDLES = fileURLToPath(new URL('../../bundles', import.meta.url));

/** The file that lists the content of each bundle. */
export const BUNDLE_LIST = 'bundles.json';

/** The files of each bundle, by its name: the SHA-256 of each, by its path in the bundle. */
export type BundleList = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The name of a bundle: its entry and the files beside it. */
export function bundleName(entry: string, beside: readonly (string | undefined)[]): string {
  return [entry, ...beside.filter((part) => part !== undefined)].join(' ');
}

/**
 * An asset of a bundle in the package, with the same hash as if it were bundled now. Undefined in a checkout.
 * @throws Error when the package has no such bundle, or a file was changed
 */
export function preparedBundle(name: string): ReturnType<typeof bundledBy> | undefined {
  const list = join(PREPARED_BUNDLES, BUNDLE_LIST);
  if (!existsSync(list)) return undefined;
  const files = (JSON.parse(readFileSync(list, 'utf8')) as BundleList)[name];
  if (!files)
    throw new Error(`This package has no code for ${name}: only the engines that it exports can be deployed.`);
  return bundledBy(name, (output) => {
    for (const [path, digest] of Object.entries(files)) copyFile(digest, join(output, path));
  });
}

function copyFile(digest: string, target: string): void {
  const content = readFileSync(join(PREPARED_BUNDLES, digest));
  if (hash('sha256', content) !== digest)
    throw new Error(`A file of this package is not as it was made: install it anew (bundles/${digest}).`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}
