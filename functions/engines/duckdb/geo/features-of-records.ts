import { unsupported } from '../../refusals.ts';
import { isRecord } from '../trees/tree-format.ts';
import type { FeatureCollection } from './read-geo.ts';

/** Names of the columns of coordinates, in lower case. */
const LATITUDES = ['latitude', 'lat', 'y'];
const LONGITUDES = ['longitude', 'long', 'lon', 'lng', 'x'];
const HEIGHTS = ['elevation', 'ele', 'altitude', 'alt'];
/** The column of GeoJSON geometries, as we write it. */
const GEOMETRY = 'geometry';

/**
 * Makes features of the rows of a table, from columns of degrees or of geometries. The other columns are properties.
 * @throws ConversionError UNSUPPORTED_CONVERSION where such columns are missing or empty
 */
export function featuresOfRecords(records: readonly unknown[]): FeatureCollection {
  const rows = records.filter(isRecord);
  const names = [...new Set(rows.flatMap(Object.keys))];
  const find = (words: readonly string[]) =>
    words.map((word) => names.find((name) => name.trim().toLowerCase() === word)).find((name) => name !== undefined);
  const [latitude, longitude, height] = [find(LATITUDES), find(LONGITUDES), find(HEIGHTS)];
  const geometry = find([GEOMETRY]);
  const geometryOf = (row: Readonly<Record<string, unknown>>) => {
    if (geometry !== undefined) return parsed(row[geometry]);
    const [x, y, z] = [longitude, latitude, height].map((name) => numberOf(name === undefined ? undefined : row[name]));
    return x === undefined || y === undefined
      ? null
      : { type: 'Point', coordinates: z === undefined ? [x, y] : [x, y, z] };
  };
  const taken = geometry === undefined ? [latitude, longitude, height] : [geometry];
  const features = rows.map((row) => ({
    type: 'Feature',
    properties: Object.fromEntries(Object.entries(row).filter(([name]) => !taken.includes(name))),
    geometry: geometryOf(row),
  }));
  if (features.some((feature) => feature.geometry !== null)) return { type: 'FeatureCollection', features };
  throw unsupported(
    'The table has no coordinates. Put them into columns called latitude and longitude, in degrees, or into one called geometry, as GeoJSON.',
  );
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return isRecord(value) ? value : null;
  try {
    const tree: unknown = JSON.parse(value);
    return isRecord(tree) ? tree : null;
  } catch {
    return null;
  }
}
