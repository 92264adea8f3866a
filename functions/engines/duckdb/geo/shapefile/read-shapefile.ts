import { readFile, stat } from 'node:fs/promises';
import { decodePlain } from '../../../office/text-encoding.ts';
import { checkSize, ValueCount } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import type { Features } from '../read-geo.ts';
import { coordinatesIn } from './coordinate-system.ts';
import { findLayers, type Layer } from './find-layers.ts';
import { readAttributes } from './read-attributes.ts';
import { readShapes } from './read-shapes.ts';

const MB = 1024 * 1024;

/** The largest file that is read, in bytes. What it becomes is counted while it is read. */
const LARGEST = 100 * MB;

/** The places of a layer of a shapefile. */
export interface LayerFeatures {
  readonly name: string;
  readonly places: Features;
}

/** Reads a shapefile, of which a zip may hold several; in degrees of WGS 84. @throws ConversionError */
export async function readShapefile(path: string): Promise<LayerFeatures[]> {
  checkSize((await stat(path)).size, LARGEST);
  const count = new ValueCount();
  return findLayers(await readFile(path)).map((layer) => ({
    name: layer.name,
    places: { type: 'FeatureCollection', features: featuresIn(layer, count) },
  }));
}

function featuresIn(layer: Layer, count: ValueCount): Record<string, unknown>[] {
  const toDegrees = coordinatesIn(layer.coordinates && decodePlain(layer.coordinates));
  const shapes = readShapes(layer.shapes, layer.index, { toDegrees, count });
  const rows = layer.table && readAttributes(layer.table, layer.encoding?.toString('latin1', 0, 100), count);
  if (rows && rows.length !== shapes.length)
    throw unreadable('shp', `${shapes.length} shapes and ${rows.length} rows of a table`);
  return shapes.flatMap((geometry, index) => {
    const properties = rows ? rows[index] : {};
    return properties === undefined ? [] : [{ type: 'Feature', properties, geometry }];
  });
}
