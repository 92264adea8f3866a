import { unsupported } from '../../refusals.ts';
import { isRecord } from '../trees/tree-format.ts';
import { unreadable } from '../unreadable.ts';

/** Longitude and latitude in degrees, and the height in metres where that is known. */
export type Position = readonly [longitude: number, latitude: number, height?: number];

/** A simple geometry of GeoJSON (RFC 7946), which holds no others. */
export type Shape =
  | { readonly type: 'Point'; readonly at: Position }
  | { readonly type: 'LineString'; readonly line: readonly Position[] }
  | { readonly type: 'Polygon'; readonly rings: readonly (readonly Position[])[] };

/**
 * The shapes of a geometry in their order.
 * @throws ConversionError UNREADABLE_FILE for what is no geometry, UNSUPPORTED_CONVERSION where coordinates are no degrees
 */
export function shapesOf(geometry: unknown): Shape[] {
  if (geometry === null || geometry === undefined) return [];
  if (!isRecord(geometry)) throw unreadable('geojson', 'a geometry that is none');
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') return list(geometries).flatMap(shapesOf);
  if (type === 'Point') return list(coordinates).length === 0 ? [] : [{ type, at: position(coordinates) }];
  if (type === 'MultiPoint') return list(coordinates).map((at) => ({ type: 'Point', at: position(at) }));
  if (type === 'LineString') return [{ type, line: positions(coordinates) }];
  if (type === 'MultiLineString')
    return list(coordinates).map((line) => ({ type: 'LineString', line: positions(line) }));
  if (type === 'Polygon') return [{ type, rings: list(coordinates).map(positions) }];
  if (type === 'MultiPolygon')
    return list(coordinates).map((rings) => ({ type: 'Polygon', rings: list(rings).map(positions) }));
  throw unreadable('geojson', 'a geometry of no known type');
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unreadable('geojson', 'coordinates that are no list');
}

function positions(value: unknown): Position[] {
  return list(value).map(position);
}

function position(value: unknown): Position {
  const [longitude, latitude, height] = list(value);
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw unreadable('geojson', 'a position without numbers');
  // Lines across the antimeridian may go on beyond 180 degrees.
  if (Math.abs(longitude) > 360 || Math.abs(latitude) > 90)
    throw unsupported('The places are not in degrees of longitude and latitude. Convert them to WGS 84 first.');
  return typeof height === 'number' ? [longitude, latitude, height] : [longitude, latitude];
}
