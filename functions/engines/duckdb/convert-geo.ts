import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertTables } from './convert-table.ts';
import { writeValue } from './convert-tree.ts';
import { Database } from './database.ts';
import { type Features, type GeoName, readGeo, recordsOfFeatures } from './geo/read-geo.ts';
import { type LayerFeatures, readShapefile } from './geo/shapefile/read-shapefile.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { distinctNames } from './tables/column.ts';
import { readRecords, recordsIn } from './tables/read-records.ts';
import { zipParts } from './zip-parts.ts';

/** Converts places: to places, or to records of them. */
export async function convertGeo(job: EngineJob, format: GeoName): Promise<EngineResult> {
  return writePlaces(job, await readGeo(job.sourcePath, format));
}

/**
 * Converts a shapefile. Several layers are one file where its format holds lists or tables of names, else a file each, in a
 * zip; those without places are left out then.
 */
export async function convertShapefile(job: EngineJob): Promise<EngineResult> {
  const layers = await readShapefile(job.sourcePath);
  const filled = layers.filter(({ places }) => places.features.length > 0);
  const [only = layers[0], ...others] = filled;
  if (!only) throw new Error('no layer');
  if (others.length === 0) return writePlaces(job, only.places);
  return isGeoTarget(job.targetFormat) ? writeEach(job, filled) : writeLayers(job, filled);
}

function writePlaces(job: EngineJob, places: Features): Promise<EngineResult> {
  return isGeoTarget(job.targetFormat) ? writeGeo(job, places) : writeValue(job, recordsOfFeatures(places));
}

function writeEach(job: EngineJob, layers: readonly LayerFeatures[]): Promise<EngineResult> {
  return zipParts(job, layers, async ({ places }, index) => {
    const folder = join(job.folder, `layer-${index}`);
    await mkdir(folder);
    return (await writeGeo({ ...job, folder }, places)).path;
  });
}

/** Layers of one name may lie in several folders. */
function writeLayers(job: EngineJob, layers: readonly LayerFeatures[]): Promise<EngineResult> {
  const names = distinctNames(layers.map(({ name }) => name));
  return Database.use(job, (database) => {
    const tables = layers.map(({ places }, index) => ({
      name: names[index] ?? '',
      relation: readRecords(database, recordsIn(recordsOfFeatures(places)), `records-${index}`),
    }));
    return convertTables(job, database, tables);
  });
}
