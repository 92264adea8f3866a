import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { unsupported } from '../refusals.ts';
import { onlyOrZip } from '../zip-files.ts';
import { flattenModel } from './flatten-model.ts';
import { isSameModel, type Measures } from './measure-stl.ts';
import { placeSource } from './place-source.ts';
import { withoutSurfaces } from './refusals.ts';
import { exportModel, runAssimp } from './run-assimp.ts';
import { writeObj } from './write-obj.ts';

const TOO_SMALL =
  'The model has polygons that are too small in its unit to be divided into triangles for glb. Save it as triangles, or scale it up, first.';

/** Without it, what moves the whole scene is left out. */
const FLAT = '-ptv';

/** Targets in which things could move, but do not as assimp writes them. */
const STILL: readonly string[] = ['dae', 'fbx'];

/** How assimp calls the targets that it writes in one step. */
const FORMATS: Readonly<Record<string, string>> = { ply: 'plyb', glb: 'glb2', dae: 'collada', fbx: 'fbx' };

/**
 * Converts a model, and looks whether the result has the same surfaces. What has textures or materials in files of their
 * own becomes a zip of them.
 * @throws ConversionError
 */
export async function convertModel(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat, targetFormat, folder } = job;
  const source = await placeSource(job);
  const flat = join(folder, 'flat.stl');
  const before = await flattenModel(source, sourceFormat, flat, folder).catch(async (error: unknown) => {
    throw (await isWithoutSurfaces(source, folder)) ? withoutSurfaces() : error;
  });
  if (targetFormat === 'stl') return { path: flat, format: 'stl' };
  if (before.tooSmall && targetFormat === 'glb') throw unsupported(TOO_SMALL);
  const out = join(folder, 'out');
  await mkdir(out);
  await write(source, targetFormat, out, folder);
  const after = await measureResult(out, targetFormat, folder);
  if (!after || !isSameModel(before, after))
    throw unsupported(`There is something in the model that ${targetFormat} cannot hold: it would not be whole.`);
  return collect(out, job);
}

/** Whether a model that could not be written is one of points, whose surfaces assimp misses where it tells what is in it. */
async function isWithoutSurfaces(source: string, folder: string): Promise<boolean> {
  const told = await runAssimp(['info', source], { folder, source }).catch((error: unknown) => error);
  if (!(told instanceof ConversionError) || told.code !== 'UNREADABLE_FILE') return false;
  const { said } = Object(told.cause) as { said?: unknown };
  return typeof said === 'string' && said.includes('contains no faces');
}

/** The measures of what was written; nothing where it cannot be read again. */
async function measureResult(out: string, target: FormatName, folder: string): Promise<Measures | undefined> {
  try {
    return await flattenModel(join(out, `model.${target}`), target, join(folder, 'again.stl'), folder);
  } catch (error) {
    if (error instanceof ConversionError && error.code !== 'TOO_COMPLEX') return undefined;
    throw error;
  }
}

async function write(source: string, target: string, out: string, folder: string): Promise<void> {
  if (target === 'obj') return writeObj(source, out, folder);
  if (
    STILL.includes(target) &&
    /^Animations:\s+[1-9]/m.test(await runAssimp(['info', source, '-r'], { folder, source }))
  )
    throw unsupported(`The model moves, which cannot be kept in ${target} here. It can be kept in glb.`);
  await exportModel(
    source,
    join(out, `model.${target}`),
    FORMATS[target] ?? target,
    folder,
    target === 'fbx' ? [FLAT] : [],
  );
}

async function collect(out: string, { targetFormat, folder }: EngineJob): Promise<EngineResult> {
  const names = (await readdir(out)).sort();
  return onlyOrZip(
    names.map((name) => ({ path: join(out, name), name })),
    targetFormat,
    folder,
  );
}
