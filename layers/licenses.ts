import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LockedPackage } from './debian/lock.ts';
import type { PackageTree } from './debian/tree.ts';

/** Carries the licences of the packages: one compressed file, each distinct text once, under the packages it is of. */
export async function writeLicenses(
  tree: PackageTree,
  packages: readonly LockedPackage[],
  output: string,
  scratch: string,
): Promise<void> {
  const texts = new Map<string, string[]>();
  for (const { name, version } of packages) {
    const text = await copyright(tree, name, scratch);
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...texts].map(
    ([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n${'-'.repeat(80)}\n${text}\n`,
  );
  await mkdir(join(output, 'licenses'), { recursive: true });
  await writeFile(join(output, 'licenses/copyright.gz'), await promisify(gzip)(parts.join('\n'), { level: 9 }));
}

async function copyright(tree: PackageTree, name: string, scratch: string): Promise<string> {
  const file = join(scratch, `${name}.copyright`);
  try {
    await tree.take(`usr/share/doc/${name}/copyright`, file);
  } catch {
    return 'See the Debian source package of the same version.';
  }
  return readFile(file, 'utf8');
}
