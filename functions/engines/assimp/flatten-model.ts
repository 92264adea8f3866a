import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { unsupported } from '../refusals.ts';
import { measurePolygons, scalePolygons } from './measure-polygons.ts';
import { hasSurface, type Measures, measureStl, scaleStl } from './measure-stl.ts';
import { exportModel, runAssimp } from './run-assimp.ts';

/** Binary STL: triangles in world coordinates, by which models are compared. */
const TRIANGLES = 'stlb';

/** Sources that have polygons with more than three vertices. */
const POLYGONS: readonly FormatName[] = ['obj', 'ply', 'dae', 'fbx', 'off', 'x3d'];

/** The extent that a model is scaled to whose polygons were lost: small enough for all digits of a float. */
const LARGE = 2 ** 20;

/** A triangulated model. */
export interface FlatModel extends Measures {
  /** Whether assimp triangulates its polygons without a loss only where the model is scaled up. */
  readonly tooSmall: boolean;
}

/**
 * Triangulates a model, and checks that the surface is that of its polygons: assimp drops triangles of a polygon with an
 * area below 0.00001 in the unit of the model, however large the others are.
 * @throws ConversionError
 */
export async function flattenModel(
  source: string,
  format: FormatName,
  flat: string,
  folder: string,
): Promise<FlatModel> {
  await exportModel(source, flat, TRIANGLES, folder);
  if (!POLYGONS.includes(format) || !(await hasPolygons(source, folder)))
    return { ...(await measureStl(flat)), tooSmall: false };
  const polygons = join(folder, 'polygons.obj');
  await exportModel(source, polygons, 'objnomtl', folder);
  const { area, extent } = await measurePolygons(polygons);
  const found = await measureStl(flat).catch(() => undefined);
  if (found && hasSurface(found, area)) return { ...found, tooSmall: false };
  if (area === 0 || !Number.isFinite(area)) return { ...(await measureStl(flat)), tooSmall: false };
  const large = join(folder, 'large.obj');
  // A power of two, which changes no digit.
  const scale = LARGE / 2 ** Math.ceil(Math.log2(extent));
  await scalePolygons(polygons, large, scale);
  await exportModel(large, flat, TRIANGLES, folder);
  await writeFile(flat, scaleStl(await readFile(flat), 1 / scale));
  const measures = await measureStl(flat);
  if (hasSurface(measures, area)) return { ...measures, tooSmall: true };
  throw unsupported('The model has polygons that cannot be triangulated without a loss. Triangulate it first.');
}

async function hasPolygons(source: string, folder: string): Promise<boolean> {
  return /^Primitive Types:.*polygon/m.test(await runAssimp(['info', source, '-r'], { folder, source }));
}
