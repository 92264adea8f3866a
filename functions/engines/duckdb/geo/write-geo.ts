import { writeFile } from 'node:fs/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { checkTree } from '../limits.ts';
import { resultOf } from '../result.ts';
import { writeTree } from '../trees/write-tree.ts';
import { placeOf } from './place.ts';
import type { Features } from './read-geo.ts';
import { writeGpx } from './write-gpx.ts';
import { writeKml } from './write-kml.ts';

/** Formats that places are written in. */
const WRITERS = { kml: writeKml, gpx: writeGpx } as const;

/** Whether a format is one of places. */
export function isGeoTarget(format: FormatName): boolean {
  return format === 'geojson' || Object.hasOwn(WRITERS, format);
}

/** Writes places as the result of a job. @throws ConversionError */
export async function writeGeo(job: EngineJob, places: Features): Promise<EngineResult> {
  const { targetFormat } = job;
  if (targetFormat !== 'kml' && targetFormat !== 'gpx') return writeTree(job, places);
  checkTree(places);
  const result = resultOf(job);
  await writeFile(result.path, WRITERS[targetFormat](places.features.map(placeOf)));
  return result;
}
