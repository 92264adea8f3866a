import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LockedPackage } from './lock.ts';
import type { PackageTree } from './tree.ts';

/**
 * Carries the licences of the packages: one compressed file, each distinct text once, under the packages it is of.
 * @param packages those that something was taken from
 */
export async function writeLicenses(
  tree: PackageTree,
  packages: () => readonly LockedPackage[],
  output: string,
): Promise<void> {
  // Reading one may bring in the package that has the text for several.
  for (const { name } of packages()) await tree.text(`usr/share/doc/${name}/copyright`);
  const texts = new Map<string, string[]>();
  for (const { name, version } of packages()) {
    const text = await tree.text(`usr/share/doc/${name}/copyright`);
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...texts].map(
    ([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n${'-'.repeat(80)}\n${text}\n`,
  );
  await mkdir(join(output, 'licenses'), { recursive: true });
  await writeFile(join(output, 'licenses/copyright.gz'), await promisify(gzip)(parts.join('\n'), { level: 9 }));
}
