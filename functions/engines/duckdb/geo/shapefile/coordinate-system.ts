import proj4 from 'proj4';
import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import { isNearWgs84 } from './datums.ts';
import { projectionOf } from './projections.ts';
import { findNode, findNodes, parseWkt, textIn, valuesOf, type WktNode } from './well-known-text.ts';

/** Longitude and latitude in degrees of WGS 84 of a place in a file. @throws ConversionError */
export type ToDegrees = (x: number, y: number) => number[];

/** To what calculated degrees are rounded: a tenth of a millimetre. */
const DECIMALS = 1e9;

/** What is more is no description of coordinates. */
const LONGEST = 64 * 1024;

/** How much a degree and an ellipsoid may differ from ours for the places to be the same. */
const DEGREE = Math.PI / 180;
const SMALL = 1e-6;
const EQUATOR = 6_378_137;
const FLATTENING = 298.257;

const REPROJECT = 'Convert the shapefile to WGS 84 (EPSG:4326) first, with a tool that has the grids for that.';

/**
 * How coordinates become degrees of WGS 84, as a .prj file says (well-known text of version 1, as ESRI writes it; of version 2 what is geographic).
 * @param description what is in that file; nothing where there is none
 * @throws ConversionError UNSUPPORTED_CONVERSION, UNREADABLE_FILE
 */
export function coordinatesIn(description: string | undefined): ToDegrees {
  const text = description?.trim() ?? '';
  if (text === '') return takenForDegrees;
  if (text.length > LONGEST) throw unreadable('shp', 'a long description of coordinates');
  const root = parseWkt(text);
  if (root && /CRS$/.test(root.word))
    throw unsupported(
      'The .prj file of the shapefile is in well-known text of version 2 (WKT2), of which only geographic coordinates are read here. Write it in version 1, as ESRI does, or convert the shapefile to WGS 84 (EPSG:4326) first.',
    );
  const projected = root && findNode(root, 'PROJCS');
  const geographic = root && findNode(root, 'GEOGCS');
  if (!geographic)
    throw unsupported(
      'The .prj file of the shapefile does not say in well-known text where on the earth its coordinates are. Convert the shapefile to WGS 84 first.',
    );
  const shift = shiftOf(geographic);
  checkDegrees(geographic);
  const [meridian = 0] = valuesOf(findNode(geographic, 'PRIMEM'));
  if (!projected && shift === '' && meridian === 0) return (x, y) => checked([x, y]);
  const projection = projected ? projectionOf(projected, radiusOf(geographic)) : '+proj=longlat';
  const converter = proj4(`${ellipsoidOf(geographic)} ${projection} +pm=${meridian}${shift} +no_defs`, 'WGS84');
  return (x, y) => checked(rounded(converter.forward([x, y])));
}

/** The grids of a country, before satellites, are off by up to kilometres. */
function shiftOf(geographic: WktNode): string {
  const datum = findNode(geographic, 'DATUM');
  const numbers = valuesOf(findNode(geographic, 'TOWGS84'));
  if ((numbers.length === 3 || numbers.length === 7) && numbers.every(Number.isFinite))
    return ` +towgs84=${numbers.join(',')}`;
  const [radius, flattening] = valuesOf(findNode(geographic, 'SPHEROID'));
  const near = Math.abs((radius ?? 0) - EQUATOR) < 1 && Math.abs((flattening ?? 0) - FLATTENING) < 0.01;
  if (near && isNearWgs84(textIn(datum))) return '';
  throw unsupported(
    `The coordinates of the shapefile are of a geodetic datum that differs from WGS 84 in a way the file does not tell. ${REPROJECT}`,
  );
}

function ellipsoidOf(geographic: WktNode): string {
  const [, flattening = FLATTENING] = valuesOf(findNode(geographic, 'SPHEROID'));
  const radius = radiusOf(geographic);
  return flattening === 0 ? `+a=${radius} +b=${radius}` : `+a=${radius} +rf=${flattening}`;
}

function radiusOf(geographic: WktNode): number {
  return valuesOf(findNode(geographic, 'SPHEROID'))[0] ?? EQUATOR;
}

function checkDegrees(geographic: WktNode): void {
  const sizes = findNodes(geographic, 'UNIT').map((unit) => valuesOf(unit)[0] ?? DEGREE);
  if (sizes.some((size) => Math.abs(size - DEGREE) > DEGREE * SMALL))
    throw unsupported(`The coordinates of the shapefile are angles, but no degrees. ${REPROJECT}`);
}

/** How far degrees go beyond the end of the earth where they were rounded. */
const ROUNDED = 1e-4;

/** Nobody says what they are. */
function takenForDegrees(x: number, y: number): number[] {
  if (Math.abs(x) <= 180 + ROUNDED && Math.abs(y) <= 90) return [x, y];
  throw unsupported(
    'The shapefile does not say what its coordinates are, and they are no degrees. Put the .prj file that belongs to it into one zip with it.',
  );
}

function rounded([x = Number.NaN, y = Number.NaN]: number[]): number[] {
  return [Math.round(x * DECIMALS) / DECIMALS, Math.round(y * DECIMALS) / DECIMALS];
}

/** Those who cross the date line count on. */
function checked(position: number[]): number[] {
  const [x = Number.NaN, y = Number.NaN] = position;
  if (Math.abs(x) <= 360 && Math.abs(y) <= 90) return position;
  throw unsupported(
    'The coordinates of the shapefile are not what its .prj file says: they are of no place on the earth.',
  );
}
