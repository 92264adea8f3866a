import { readFile, stat } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../engine.ts';
import { decodePlain } from '../office/text-encoding.ts';
import { readCards } from './cards/read-cards.ts';
import { writeValue } from './convert-tree.ts';
import { type Features, type GeoName, readGeo, recordsOfFeatures } from './geo/read-geo.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { checkSize, checkTree } from './limits.ts';

/** Converts a calendar, or cards. */
export async function convertCards(job: EngineJob, format: 'ics' | 'vcf'): Promise<EngineResult> {
  checkSize((await stat(job.sourcePath)).size);
  const records = readCards(decodePlain(await readFile(job.sourcePath)), format);
  checkTree(records);
  return writeValue(job, records);
}

/** Converts places: to places, or to records of them. */
export async function convertGeo(job: EngineJob, format: GeoName): Promise<EngineResult> {
  return writePlaces(job, await readGeo(job.sourcePath, format));
}

/** Writes places: as places, or as records of them. */
export function writePlaces(job: EngineJob, places: Features): Promise<EngineResult> {
  return isGeoTarget(job.targetFormat) ? writeGeo(job, places) : writeValue(job, recordsOfFeatures(places));
}
