import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

const TOO_SMALL =
  'The model has polygons that are too small in its unit to be triangulated for glb. Triangulate it or scale it up first.';

/** Pretransforms the vertices: otherwise the transform of the whole scene is lost. */
const PRETRANSFORM = '-ptv';

/** Targets that could hold animations, but not as assimp writes them. */
const NOT_ANIMATED: readonly string[] = ['dae', 'fbx'];

/** Assimp's names of targets. */
const FORMATS: Readonly<Record<string, string>> = { ply: 'plyb', glb: 'glb2', dae: 'collada', fbx: 'fbx' };

/** A material that is not assimp's default for models without any, by its name or its colour. */
const MATERIAL = /^newmtl (?!DefaultMaterial|\$Material)|^Kd (?!(?:1 1 1|0\.6 0\.6 0\.6)$)/m;
/** An embedded texture, by its number. */
const EMBEDDED = /^(map_\w+ )\*(\d{1,4})$/gm;

/**
 * Converts a model, and checks that the result has the same surfaces. A model with files of textures or materials becomes a
 * zip.
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
  await write(source, targetFormat, out, folder).catch((error: unknown) => {
    // It was read before.
    const isOurs = error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
    throw isOurs
      ? unsupported(`The model can be read, but not be written as ${targetFormat}. Choose another target.`, error)
      : error;
  });
  const after = await measureResult(out, targetFormat, folder);
  if (!after || !isSameModel(before, after))
    throw unsupported(
      `The model has parts that ${targetFormat} cannot hold, and would be incomplete. Choose another target.`,
    );
  return collect(out, job);
}

/** Whether a model that could not be written has only points, by assimp's message when it lists the content. */
async function isWithoutSurfaces(source: string, folder: string): Promise<boolean> {
  const failure = await runAssimp(['info', source], { folder, source }).catch((error: unknown) => error);
  if (!(failure instanceof ConversionError) || failure.code !== 'UNREADABLE_FILE') return false;
  const { said } = Object(failure.cause) as { said?: unknown };
  return typeof said === 'string' && said.includes('contains no faces');
}

/** The measures of the result; nothing where it cannot be read. */
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
    NOT_ANIMATED.includes(target) &&
    /^Animations:\s+[1-9]/m.test(await runAssimp(['info', source, '-r'], { folder, source }))
  )
    throw unsupported(`The model has animations, which cannot be converted to ${target}. Choose glb.`);
  await exportModel(
    source,
    join(out, `model.${target}`),
    FORMATS[target] ?? target,
    folder,
    target === 'fbx' ? [PRETRANSFORM] : [],
  );
}

/**
 * Writes an OBJ file, and its materials and textures beside it, if the model has any.
 * @param out an empty folder
 * @throws ConversionError
 */
async function writeObj(source: string, out: string, folder: string): Promise<void> {
  const [model, library] = [join(out, 'model.obj'), join(out, 'model.mtl')];
  await exportModel(source, model, 'obj', folder);
  const materials = await readFile(library, 'utf8');
  if (!MATERIAL.test(materials) && !materials.match(EMBEDDED)) {
    await rm(library);
    return exportModel(source, model, 'objnomtl', folder);
  }
  if (!materials.match(EMBEDDED)) return;
  await runAssimp(['extract', source, join(out, 'texture')], { folder, source });
  const names = new Map((await readdir(out)).map((name) => [/^texture_img(\d+)\.\w{1,5}$/.exec(name)?.[1], name]));
  await writeFile(
    library,
    materials.replace(EMBEDDED, (line: string, word: string, number: string) => {
      const name = names.get(number);
      return name ? `${word}${name}` : line;
    }),
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
