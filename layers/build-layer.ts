import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Architecture, MACHINE } from '../functions/sandbox/architecture.ts';
import { cacheKey, isBuilt, keyFile } from './cache-key.ts';
import { writeLicenses } from './debian/licenses.ts';
import { readLock, writeLock } from './debian/lock.ts';
import { availablePackages, resolvePackages, unpackPackages } from './debian/packages.ts';
import { PackageTree } from './debian/tree.ts';
import { BUILD, layersFor } from './folders.ts';
import { compileJail, JAIL } from './jail/compile.ts';
import { compileLimit, LIMIT } from './limit/compile.ts';
import type { Platform } from './platform.ts';
import { Progress } from './progress.ts';
import type { Recipe } from './recipe.ts';

/** What the names of folders begin with in which something is being built. */
export const UNFINISHED = 'unfinished-';

/** Builds a layer if its recipe or lock file has changed since, or for an update of packages. */
export async function buildLayer(recipe: Recipe, platform: Platform, update: boolean): Promise<void> {
  if (!update && isBuilt(recipe.name, recipe.name, platform.architecture)) return;
  const progress = new Progress(recipe.name);
  await replaceFolder(recipe.name, recipe.name, platform, async (output, scratch) => {
    if (update) progress.step('looking up packages');
    const packages = update
      ? await resolvePackages(recipe.packages, platform)
      : await availablePackages(readLock(recipe.name, platform), recipe.packages, platform, progress);
    await unpackPackages(packages, join(scratch, 'packages'), platform, progress);
    const tree = await PackageTree.open(join(scratch, 'packages'), platform);
    await recipe.assemble({ tree, output, scratch, progress });
    const used = () => packages.filter(({ name }) => tree.used.has(name));
    await writeLicenses(tree, used, output);
    // Only now: a licence may lie in a package that nothing else is taken from.
    if (update) writeLock(recipe.name, used(), platform);
  });
  progress.step('done');
}

/** Puts a program of ours into its folder in a layer: the launcher beside an engine, or the jail. What another layer has is copied. */
export async function addProgram(layer: string, platform: Platform): Promise<void> {
  const { name, compile } = programOf(layer);
  if (isBuilt(layer, name, platform.architecture)) return;
  const layers = layersFor(platform.architecture);
  await mkdir(layers, { recursive: true });
  const twin = (await readdir(layers)).find((other) => isBuilt(other, name, platform.architecture));
  await replaceFolder(layer, name, platform, (output) =>
    twin ? cp(join(layers, twin, name), output, { recursive: true }) : compile(output, platform),
  );
  await removeOthers(join(layers, layer), [layer, name]);
}

/** Whether everything of a layer is built as its recipe says now. */
export function layerIsBuilt(layer: string, architecture: Architecture = MACHINE): boolean {
  const program = programOf(layer).name;
  return [layer, program].every((name) => isBuilt(layer, name, architecture));
}

/** What earlier recipes have put into a layer would be deployed with it. */
async function removeOthers(folder: string, names: readonly string[]): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !names.includes(name));
  for (const name of others) await rm(join(folder, name), { recursive: true, force: true });
}

function programOf(layer: string) {
  return layer === JAIL ? { name: JAIL, compile: compileJail } : { name: LIMIT, compile: compileLimit };
}

/** Fills a folder beside the final one and swaps the two at the end, so that half a build is never seen. */
async function replaceFolder(
  layer: string,
  name: string,
  { architecture }: Platform,
  fill: (output: string, scratch: string) => Promise<void>,
): Promise<void> {
  await mkdir(BUILD, { recursive: true });
  const scratch = await mkdtemp(join(BUILD, UNFINISHED));
  const [output, final] = [join(scratch, 'output'), join(layersFor(architecture), layer, name)];
  try {
    await mkdir(output);
    await fill(output, scratch);
    await writeFile(keyFile(output), cacheKey(name, architecture));
    await mkdir(dirname(final), { recursive: true });
    if (existsSync(final)) await rename(final, join(scratch, 'former'));
    await rename(output, final);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
