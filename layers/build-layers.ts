import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Architecture, MACHINE } from '../functions/sandbox/architecture.ts';
import { addProgram, buildLayer, layerIsBuilt, UNFINISHED } from './build-layer.ts';
import { BUILD } from './folders.ts';
import { JAIL } from './jail/compile.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { PLATFORMS, type Platform } from './platform.ts';
import { Progress } from './progress.ts';
import { RECIPES } from './recipes.ts';
import { inParallel } from './run.ts';
import { requireTools } from './tools.ts';

/** Every layer there is: the engines', and the jail, which is used on one machine and never deployed. */
export const LAYER_NAMES: readonly string[] = [JAIL, ...RECIPES.map(({ name }) => name)];

/** What became of a build. */
export interface BuildOutcome {
  readonly built: readonly string[];
  readonly failed: ReadonlyMap<string, Error>;
}

/** How layers are built. */
export interface BuildOptions {
  /** Whether with today's packages. @default false */
  readonly update?: boolean | undefined;
  /** The processor that they are for. @default that of this machine */
  readonly architecture?: Architecture;
}

/** Builds these layers, each on its own: one that fails does not stop the others. */
export async function buildLayers(names: readonly string[], options: BuildOptions = {}): Promise<BuildOutcome> {
  const { update = false, architecture = MACHINE } = options;
  const wanted = names.filter((name) => update || !layerIsBuilt(name, architecture));
  if (wanted.length === 0) return { built: names, failed: new Map() };
  return oneAtATime(async () => {
    await removeUnfinished();
    const failed = new Map<string, Error>();
    // Started by root, engines are other users: they read what is built, whatever our umask.
    const umask = process.umask(0o022);
    // While one is downloaded, or is read by one thread, another is unpacked or packed.
    await inParallel(wanted, 2, (name) =>
      build(name, PLATFORMS[architecture], update).catch((error: Error) => failed.set(name, error)),
    );
    process.umask(umask);
    return { built: names.filter((name) => !failed.has(name)), failed };
  });
}

/** What builds that were killed have left. */
async function removeUnfinished(): Promise<void> {
  const names = await readdir(BUILD);
  const unfinished = names.filter((name) => name.startsWith(UNFINISHED));
  for (const name of unfinished) await rm(join(BUILD, name), { recursive: true, force: true });
}

async function build(name: string, platform: Platform, update: boolean): Promise<void> {
  await requireTools(platform, new Progress(name));
  const recipe = RECIPES.find((candidate) => candidate.name === name);
  if (recipe?.runs && platform.architecture !== MACHINE) await build(name, PLATFORMS[MACHINE], false);
  if (recipe) await buildLayer(recipe, platform, update);
  await addProgram(name, platform);
}
