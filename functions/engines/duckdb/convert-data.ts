import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { GEO, TABLE_SOURCES, type TableSourceName } from './conversions.ts';
import { convertJson } from './convert-json.ts';
import { convertCards, convertGeo } from './convert-records.ts';
import { convertShapefile } from './convert-shapefile.ts';
import { convertTable } from './convert-table.ts';
import { convertTree } from './convert-tree.ts';
import type { GeoName } from './geo/read-geo.ts';
import { TREES, type TreeName } from './trees/tree-format.ts';
import { explain } from './unreadable.ts';

/**
 * Converts a file of data.
 * @throws ConversionError
 */
export async function convertData(job: EngineJob): Promise<EngineResult> {
  try {
    return await convert(job);
  } catch (error) {
    throw explain(error, job.sourceFormat);
  }
}

function convert(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat } = job;
  if (isTable(sourceFormat)) return convertTable(job, sourceFormat);
  if (sourceFormat === 'ndjson' || sourceFormat === 'json') return convertJson(job, sourceFormat);
  if (isTree(sourceFormat)) return convertTree(job, sourceFormat);
  if (sourceFormat === 'ics' || sourceFormat === 'vcf') return convertCards(job, sourceFormat);
  if (isGeo(sourceFormat)) return convertGeo(job, sourceFormat);
  if (sourceFormat === 'shp' || sourceFormat === 'zip') return convertShapefile(job);
  throw new Error(`no reader of ${sourceFormat}`);
}

function isTable(format: FormatName): format is TableSourceName {
  return (TABLE_SOURCES as readonly FormatName[]).includes(format);
}

function isTree(format: FormatName): format is TreeName {
  return (TREES as readonly FormatName[]).includes(format);
}

function isGeo(format: FormatName): format is GeoName {
  return (GEO as readonly FormatName[]).includes(format);
}
