import { readFile, stat } from 'node:fs/promises';
import { decodePlain } from '../../../office/text-encoding.ts';
import { checkSize } from '../../limits.ts';
import { readDbf } from '../../tables/dbf/read-dbf.ts';
import { unreadable } from '../../unreadable.ts';
import type { FeatureCollection } from '../read-geo.ts';
import { converterFor } from './coordinate-system.ts';
import { findLayers, type Layer } from './find-layers.ts';
import { readShapes } from './read-shapes.ts';

const MB = 1024 * 1024;

/** The largest file that is read, in bytes. */
const LARGEST = 100 * MB;

/** The features of a layer of a shapefile. */
export interface LayerCollection {
  readonly name: string;
  readonly collection: FeatureCollection;
}

/** Reads a shapefile, or all of a zip, in degrees of WGS 84. @throws ConversionError */
export async function readShapefile(path: string): Promise<LayerCollection[]> {
  checkSize((await stat(path)).size, LARGEST);
  return findLayers(await readFile(path)).map((layer) => ({
    name: layer.name,
    collection: { type: 'FeatureCollection', features: featuresIn(layer) },
  }));
}

function featuresIn(layer: Layer): Record<string, unknown>[] {
  const toDegrees = converterFor(layer.coordinates && decodePlain(layer.coordinates));
  const shapes = readShapes(layer.shapes, layer.index, toDegrees);
  const table = layer.table && readDbf(layer.table, 'shp', layer.encoding?.toString('latin1', 0, 100));
  if (table && table.rows !== shapes.length)
    throw unreadable('shp', `${shapes.length} shapes and ${table.rows} rows of a table`);
  return shapes.flatMap((geometry, index) => {
    if (!table) return [{ type: 'Feature', properties: {}, geometry }];
    const row = table.row(index);
    const properties = row && Object.fromEntries(table.names.map((name, column) => [name, row[column]]));
    return properties === undefined ? [] : [{ type: 'Feature', properties, geometry }];
  });
}
