import { writeFile } from 'node:fs/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { checkTree } from '../limits.ts';
import { resultOf } from '../result.ts';
import { writeTree } from '../trees/tree-file.ts';
import { placemarkOf } from './placemark.ts';
import type { FeatureCollection } from './read-geo.ts';
import { writeGpx } from './write-gpx.ts';
import { writeKml } from './write-kml.ts';

const WRITERS = { kml: writeKml, gpx: writeGpx } as const;

/** Whether a target is geographic. */
export function isGeoTarget(format: FormatName): boolean {
  return format === 'geojson' || Object.hasOwn(WRITERS, format);
}

/** Writes features as the result of a job. @throws ConversionError */
export async function writeGeo(job: EngineJob, collection: FeatureCollection): Promise<EngineResult> {
  const { targetFormat } = job;
  if (targetFormat !== 'kml' && targetFormat !== 'gpx') return writeTree(job, collection);
  checkTree(collection);
  const result = resultOf(job);
  await writeFile(result.path, WRITERS[targetFormat](collection.features.map(placemarkOf)));
  return result;
}
