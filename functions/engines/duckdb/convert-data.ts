import { stat } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../engine.ts';
import { unsupported } from '../refusals.ts';
import { GEO_SOURCES, TABLE_SOURCES } from './conversions.ts';
import { convertTable } from './convert-table.ts';
import { convertCards, convertJson, convertTree, writeValue } from './convert-tree.ts';
import { type GeoName, readGeo, recordsOfFeatures } from './geo/read-geo.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { TREES } from './trees/tree-format.ts';
import { explain } from './unreadable.ts';

/**
 * Converts a file of data.
 * @throws ConversionError
 */
export async function convertData(job: EngineJob): Promise<EngineResult> {
  try {
    const result = await convert(job);
    if (job.targetFormat === 'ndjson' && (await stat(result.path)).size === 0)
      throw unsupported('There are no records in the file, and ndjson holds nothing else. Choose json.');
    return result;
  } catch (error) {
    throw explain(error, job.sourceFormat);
  }
}

function convert(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat } = job;
  if (isOneOf(TABLE_SOURCES, sourceFormat)) return convertTable(job, sourceFormat);
  if (sourceFormat === 'ndjson' || sourceFormat === 'json') return convertJson(job, sourceFormat);
  if (isOneOf(TREES, sourceFormat)) return convertTree(job, sourceFormat);
  if (sourceFormat === 'ics' || sourceFormat === 'vcf') return convertCards(job, sourceFormat);
  if (isOneOf(GEO_SOURCES, sourceFormat)) return convertGeo(job, sourceFormat);
  throw new Error(`no reader of ${sourceFormat}`);
}

/** Converts geographic data to geographic data, or to records of the features. */
async function convertGeo(job: EngineJob, format: GeoName): Promise<EngineResult> {
  const collection = await readGeo(job.sourcePath, format);
  return isGeoTarget(job.targetFormat) ? writeGeo(job, collection) : writeValue(job, recordsOfFeatures(collection));
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
