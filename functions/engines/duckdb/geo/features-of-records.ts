import { unsupported } from '../../refusals.ts';
import { isRecord } from '../trees/tree-format.ts';
import type { Features } from './read-geo.ts';

/** What the columns of places are called, in small letters. */
const LATITUDES = ['latitude', 'lat', 'y'];
const LONGITUDES = ['longitude', 'long', 'lon', 'lng', 'x'];
const HEIGHTS = ['elevation', 'ele', 'altitude', 'alt'];
/** The column that we write ourselves when places become a table: GeoJSON. */
const GEOMETRY = 'geometry';

/**
 * The rows of a table as places: by their columns of degrees, or by one of shapes. All else is what is said of them.
 * @throws ConversionError UNSUPPORTED_CONVERSION where there are no such columns, or no place in them
 */
export function featuresOfRecords(records: readonly unknown[]): Features {
  const rows = records.filter(isRecord);
  const names = [...new Set(rows.flatMap(Object.keys))];
  const find = (words: readonly string[]) =>
    words.map((word) => names.find((name) => name.trim().toLowerCase() === word)).find((name) => name !== undefined);
  const [latitude, longitude, height] = [find(LATITUDES), find(LONGITUDES), find(HEIGHTS)];
  const shape = find([GEOMETRY]);
  const geometryOf = (row: Readonly<Record<string, unknown>>) => {
    if (shape !== undefined) return parsed(row[shape]);
    const [x, y, z] = [longitude, latitude, height].map((name) => numberOf(name === undefined ? undefined : row[name]));
    return x === undefined || y === undefined
      ? null
      : { type: 'Point', coordinates: z === undefined ? [x, y] : [x, y, z] };
  };
  const taken = shape === undefined ? [latitude, longitude, height] : [shape];
  const features = rows.map((row) => ({
    type: 'Feature',
    properties: Object.fromEntries(Object.entries(row).filter(([name]) => !taken.includes(name))),
    geometry: geometryOf(row),
  }));
  if (features.some(({ geometry }) => geometry !== null)) return { type: 'FeatureCollection', features };
  throw unsupported(
    'The table has no places: they are in columns called latitude and longitude, in degrees, or in one called geometry, as GeoJSON.',
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
