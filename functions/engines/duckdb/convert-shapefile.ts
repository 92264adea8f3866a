import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { writePlaces } from './convert-records.ts';
import { Database } from './database.ts';
import { recordsOfFeatures } from './geo/read-geo.ts';
import { type LayerFeatures, readShapefile } from './geo/shapefile/read-shapefile.ts';
import { resultOf } from './result.ts';
import { distinctNames } from './tables/column.ts';
import { readRecords } from './tables/read-records.ts';
import { writeTables } from './tables/write-table.ts';
import { writeTree } from './trees/write-tree.ts';
import { zipParts } from './zip-parts.ts';

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
  if (job.targetFormat === 'json') return writeTree(job, recordsByLayer(filled));
  return job.targetFormat === 'sqlite' ? writeDatabase(job, filled) : writeEach(job, filled);
}

function recordsByLayer(layers: readonly LayerFeatures[]): Record<string, unknown> {
  const names = layerNames(layers);
  return Object.fromEntries(layers.map(({ places }, index) => [names[index] ?? '', recordsOfFeatures(places)]));
}

/** Layers of one name may lie in several folders. */
function layerNames(layers: readonly LayerFeatures[]): string[] {
  return distinctNames(layers.map(({ name }) => name));
}

async function writeDatabase(job: EngineJob, layers: readonly LayerFeatures[]): Promise<EngineResult> {
  const result = resultOf(job);
  const database = await Database.open(job.folder, job.sourcePath);
  try {
    const names = layerNames(layers);
    const tables = layers.map(({ places }, index) => {
      const records = recordsOfFeatures(places);
      const relation = readRecords(database, { visit: (tell) => records.forEach(tell) }, `records-${index}`);
      return { name: names[index] ?? '', relation };
    });
    await writeTables(database, tables, { path: result.path, format: 'sqlite' });
    return result;
  } finally {
    database.close();
  }
}

function writeEach(job: EngineJob, layers: readonly LayerFeatures[]): Promise<EngineResult> {
  return zipParts(job, layers, async ({ places }, index) => {
    const folder = join(job.folder, `layer-${index}`);
    await mkdir(folder);
    return (await writePlaces({ ...job, folder }, places)).path;
  });
}
