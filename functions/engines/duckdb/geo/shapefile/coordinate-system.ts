import proj4 from 'proj4';
import { unsupported } from '../../../refusals.ts';
import { isNearWgs84 } from './datums.ts';

/** Converts coordinates of a file to longitude and latitude in degrees of WGS 84. @throws ConversionError */
export type ToDegrees = (x: number, y: number) => number[];

/** Calculated degrees are rounded to a tenth of a millimetre. */
const DECIMALS = 1e9;

/** Characters of a .prj file. */
const LONGEST = 8192;

/** The degree and the ellipsoid of WGS 84, and the tolerance of units. */
const DEGREE = Math.PI / 180;
const SMALL = 1e-6;
const EQUATOR = 6_378_137;
const FLATTENING = 298.257;

const REPROJECT = 'Convert the shapefile to WGS 84 (EPSG:4326) first.';

const SYSTEM = /\b(?:PROJCS|GEOGCS)\s{0,9}\[/;
const DATUM = /\bDATUM\s{0,9}\[\s{0,9}"([^"]{1,200})"/;
const SPHEROID = /\bSPHEROID\s{0,9}\[\s{0,9}"[^"]{0,200}"\s{0,9},\s{0,9}([\d.]{1,40})\s{0,9},\s{0,9}([\d.]{1,40})/;
/** The first unit is that of the angles. */
const UNIT = /\bUNIT\s{0,9}\[\s{0,9}"[^"]{0,200}"\s{0,9},\s{0,9}([-+.\deE]{1,40})/;
const PARAMETER = /(\bPARAMETER\s{0,9}\[\s{0,9})("[^"]{1,100}")/g;
const SHIFT = /\bTOWGS84\s{0,9}\[/;

/** The projections that the library reads from well-known text as PROJ does. Of others, it misunderstands parameters. */
const PROJECTIONS: ReadonlySet<string | undefined> = new Set([
  ...['longlat', 'merc', 'Transverse_Mercator', 'Gauss_Kruger', 'Mercator', 'Mercator_1SP'],
  ...['Lambert_Conformal_Conic', 'Lambert_Conformal_Conic_1SP', 'Lambert_Conformal_Conic_2SP'],
  ...['Albers', 'Albers_Conic_Equal_Area', 'Equidistant_Conic', 'Lambert_Azimuthal_Equal_Area'],
  ...['Azimuthal_Equidistant', 'Stereographic_South_Pole', 'Polar_Stereographic', 'Double_Stereographic'],
  ...['Oblique_Stereographic', 'Polyconic', 'Sinusoidal', 'Mollweide', 'Equal_Earth', 'Cassini', 'Cassini_Soldner'],
  ...['Robinson', 'Hotine_Oblique_Mercator_Azimuth_Center', 'Hotine_Oblique_Mercator_Azimuth_Natural_Origin'],
]);

/** Names of coordinate systems and projections that are Web Mercator, on a sphere. */
const WEB = /pseudo.?mercator|popular|google|web.?mercator|auxiliary_sphere/i;

/** A coordinate system of the library, as far as it is looked at; angles are in radians. */
interface System {
  readonly projName: string;
  readonly x0?: number;
  readonly y0?: number;
  readonly long0?: number;
  readonly lat1?: number;
  readonly datum_params?: unknown;
  readonly from_greenwich?: number;
}

/**
 * The conversion that a .prj file describes, in well-known text of version 1.
 * @param description the content of that file, where there is one
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function converterFor(description: string | undefined): ToDegrees {
  const text = description?.trim() ?? '';
  if (text === '') return assumeDegrees;
  const start = SYSTEM.exec(text)?.index;
  if (start === undefined || text.length > LONGEST)
    throw unsupported(
      `The .prj file of the shapefile is no well-known text of version 1, as ESRI writes it. ${REPROJECT}`,
    );
  checkDatum(text);
  const system = systemIn(text.slice(start));
  if (!system || !PROJECTIONS.has(system.projName) || (system.projName === 'Mercator' && system.lat1))
    throw unsupported(`The shapefile has a map projection that is not supported. ${REPROJECT}`);
  if (system.projName === 'longlat' && !system.datum_params && !system.from_greenwich) return (x, y) => checked([x, y]);
  const converter = proj4(system as unknown as string, 'WGS84');
  return (x, y) => checked(rounded(converter.forward([x, y])));
}

/** National datums from before satellites are off by up to kilometres. */
function checkDatum(text: string): void {
  const [, radius, flattening] = SPHEROID.exec(text) ?? [];
  const near = Math.abs(Number(radius) - EQUATOR) < 1 && Math.abs(Number(flattening) - FLATTENING) < 0.01;
  if (!SHIFT.test(text) && !(near && isNearWgs84(DATUM.exec(text)?.[1] ?? '')))
    throw unsupported(
      `The shapefile has a geodetic datum whose shift to WGS 84 is not in its .prj file. ${REPROJECT.slice(0, -1)}, with a tool that has the grids for that.`,
    );
  if (Math.abs(Number(UNIT.exec(text)?.[1] ?? DEGREE) - DEGREE) > DEGREE * SMALL)
    throw unsupported(`The coordinates of the shapefile are angles, but not degrees. ${REPROJECT}`);
}

/** A coordinate system; nothing where it cannot be read. */
function systemIn(text: string): System | undefined {
  // The shift is that of the file: the library knows others by the names of datums.
  const plain = text
    .replace(DATUM, 'DATUM["none"')
    .replace('"Stereographic_North_Pole"', '"Stereographic_South_Pole"')
    .replace(PARAMETER, (_, before: string, name: string) => before + parameterName(name.toLowerCase()));
  const parse = (code: string) => proj4.Proj(code) as unknown as System;
  try {
    const system = parse(plain);
    const isWeb = system.projName.startsWith('Mercator') && WEB.test(text);
    if (!isWeb) return system;
    return system.x0 || system.y0 || system.long0 || system.lat1 ? undefined : parse('EPSG:3857');
  } catch {
    return undefined;
  }
}

function parameterName(name: string): string {
  return name === '"central_parallel"' ? '"latitude_of_origin"' : name;
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
