import proj4 from 'proj4';
import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import { isNearWgs84 } from './datums.ts';
import { projectionOf } from './projections.ts';
import { findNode, findNodes, parseWkt, textIn, valuesOf, type WktNode } from './well-known-text.ts';

/** Converts coordinates of a file to longitude and latitude in degrees of WGS 84. @throws ConversionError */
export type ToDegrees = (x: number, y: number) => number[];

/** Calculated degrees are rounded to a tenth of a millimetre. */
const DECIMALS = 1e9;

/** Characters of a .prj file. */
const LONGEST = 64 * 1024;

/** The degree and the ellipsoid of WGS 84, and the tolerance of units. */
const DEGREE = Math.PI / 180;
const SMALL = 1e-6;
const EQUATOR = 6_378_137;
const FLATTENING = 298.257;

const REPROJECT = 'Convert the shapefile to WGS 84 (EPSG:4326) first, with a tool that has the grids for that.';

/**
 * The conversion that a .prj file describes, in well-known text of version 1, or of version 2 where it is geographic.
 * @param description the content of that file, where there is one
 * @throws ConversionError UNSUPPORTED_CONVERSION, UNREADABLE_FILE
 */
export function converterFor(description: string | undefined): ToDegrees {
  const text = description?.trim() ?? '';
  if (text === '') return assumeDegrees;
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
      'The .prj file of the shapefile has no geographic coordinate system in well-known text. Convert the shapefile to WGS 84 first.',
    );
  const shift = shiftOf(geographic);
  checkDegrees(geographic);
  const [meridian = 0] = valuesOf(findNode(geographic, 'PRIMEM'));
  if (!projected && shift === '' && meridian === 0) return (x, y) => checked([x, y]);
  const projection = projected ? projectionOf(projected, radiusOf(geographic)) : '+proj=longlat';
  const converter = proj4(`${ellipsoidOf(geographic)} ${projection} +pm=${meridian}${shift} +no_defs`, 'WGS84');
  return (x, y) => checked(rounded(converter.forward([x, y])));
}

/** The shift of the datum: national datums from before satellites are off by up to kilometres. */
function shiftOf(geographic: WktNode): string {
  const datum = findNode(geographic, 'DATUM');
  const numbers = valuesOf(findNode(geographic, 'TOWGS84'));
  if ((numbers.length === 3 || numbers.length === 7) && numbers.every(Number.isFinite))
    return ` +towgs84=${numbers.join(',')}`;
  const [radius, flattening] = valuesOf(findNode(geographic, 'SPHEROID'));
  const near = Math.abs((radius ?? 0) - EQUATOR) < 1 && Math.abs((flattening ?? 0) - FLATTENING) < 0.01;
  if (near && isNearWgs84(textIn(datum))) return '';
  throw unsupported(`The shapefile has a geodetic datum whose shift to WGS 84 is not in its .prj file. ${REPROJECT}`);
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
    throw unsupported(`The coordinates of the shapefile are angles, but not degrees. ${REPROJECT}`);
}

/** Degrees beyond 180 that are due to rounding. */
const ROUNDED = 1e-4;

/** Takes coordinates without a description for degrees. */
function assumeDegrees(x: number, y: number): number[] {
  if (Math.abs(x) <= 180 + ROUNDED && Math.abs(y) <= 90) return [x, y];
  throw unsupported(
    'The shapefile has no .prj file, and its coordinates are not degrees. Put the .prj file into one zip with it.',
  );
}

function rounded([x = Number.NaN, y = Number.NaN]: number[]): number[] {
  return [Math.round(x * DECIMALS) / DECIMALS, Math.round(y * DECIMALS) / DECIMALS];
}

/** Lines across the antimeridian may go on beyond 180 degrees. */
function checked(position: number[]): number[] {
  const [x = Number.NaN, y = Number.NaN] = position;
  if (Math.abs(x) <= 360 && Math.abs(y) <= 90) return position;
  throw unsupported(
    'The coordinates of the shapefile do not fit its .prj file: they are not on the earth. Add the right .prj file.',
  );
}
