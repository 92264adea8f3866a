import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertTables } from './convert-table.ts';
import { writeValue } from './convert-tree.ts';
import { Database } from './database.ts';
import { type FeatureCollection, type GeoName, readGeo, recordsOfFeatures } from './geo/read-geo.ts';
import { type LayerCollection, readShapefile } from './geo/shapefile/read-shapefile.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { distinctNames } from './tables/column.ts';
import { readRecords, recordsIn } from './tables/read-records.ts';
import { zipParts } from './zip-parts.ts';

/** Converts geographic data to geographic data, or to records of the features. */
export async function convertGeo(job: EngineJob, format: GeoName): Promise<EngineResult> {
  return writeCollection(job, await readGeo(job.sourcePath, format));
}

/**
 * Converts a shapefile. Several layers become one file where the target holds named lists or tables, else a zip of files;
 * empty layers are left out then.
 */
export async function convertShapefile(job: EngineJob): Promise<EngineResult> {
  const layers = await readShapefile(job.sourcePath);
  const filled = layers.filter(({ collection }) => collection.features.length > 0);
  const [only = layers[0], ...others] = filled;
  if (!only) throw new Error('no layer');
  if (others.length === 0) return writeCollection(job, only.collection);
  return isGeoTarget(job.targetFormat) ? writeEach(job, filled) : writeLayers(job, filled);
}

function writeCollection(job: EngineJob, collection: FeatureCollection): Promise<EngineResult> {
  return isGeoTarget(job.targetFormat) ? writeGeo(job, collection) : writeValue(job, recordsOfFeatures(collection));
}

function writeEach(job: EngineJob, layers: readonly LayerCollection[]): Promise<EngineResult> {
  return zipParts(job, layers, async ({ collection }, index) => {
    const folder = join(job.folder, `layer-${index}`);
    await mkdir(folder);
    return (await writeGeo({ ...job, folder }, collection)).path;
  });
}

/** Layers in different folders may have the same name. */
function writeLayers(job: EngineJob, layers: readonly LayerCollection[]): Promise<EngineResult> {
  const names = distinctNames(layers.map(({ name }) => name));
  return Database.use(job, (database) => {
    const tables = layers.map(({ collection }, index) => ({
      name: names[index] ?? '',
      relation: readRecords(database, recordsIn(recordsOfFeatures(collection)), `records-${index}`),
    }));
    return convertTables(job, database, tables);
  });
}
