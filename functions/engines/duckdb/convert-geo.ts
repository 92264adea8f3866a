import type { EngineJob, EngineResult } from '../engine.ts';
import { writeValue } from './convert-tree.ts';
import { type GeoName, readGeo, recordsOfFeatures } from './geo/read-geo.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';

/** Converts geographic data to geographic data, or to records of the features. */
export async function convertGeo(job: EngineJob, format: GeoName): Promise<EngineResult> {
  const collection = await readGeo(job.sourcePath, format);
  return isGeoTarget(job.targetFormat) ? writeGeo(job, collection) : writeValue(job, recordsOfFeatures(collection));
}
