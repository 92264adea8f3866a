import { unsupported } from '../../../refusals.ts';
import { textIn, valuesOf, type WktNode } from './well-known-text.ts';

/** The parameters of a projection by their names, in lower case: degrees, and lengths in its unit. */
type Parameters = (...names: string[]) => number | undefined;

/** A projection in the syntax of PROJ; nothing where its parameters are unsupported. */
type Projection = (value: Parameters, radius: number) => string | undefined;

const degrees = (name: string, value: number | undefined) => (value === undefined ? '' : ` +${name}=${value}`);
const center = (value: Parameters) =>
  degrees('lat_0', value('latitude_of_origin', 'latitude_of_center', 'central_parallel') ?? 0) + meridian(value);
const meridian = (value: Parameters) =>
  degrees('lon_0', value('central_meridian', 'longitude_of_center', 'longitude_of_origin') ?? 0);
const scale = (value: Parameters) => degrees('k_0', value('scale_factor') ?? 1);
const parallels = (value: Parameters) =>
  degrees('lat_1', value('standard_parallel_1')) + degrees('lat_2', value('standard_parallel_2'));

const transverse: Projection = (value) => `+proj=tmerc${center(value)}${scale(value)}`;
const alternative: Projection = (value) => `+proj=sterea${center(value)}${scale(value)}`;
const mercator: Projection = (value) => {
  const parallel = value('standard_parallel_1');
  return `+proj=merc${meridian(value)}${parallel === undefined ? scale(value) : degrees('lat_ts', parallel)}`;
};

/** With one standard parallel, that is the latitude of origin. */
const conformal: Projection = (value) => {
  const first = value('standard_parallel_1') ?? value('latitude_of_origin');
  const second = value('standard_parallel_2') ?? first;
  return `+proj=lcc${center(value)}${degrees('lat_1', first)}${degrees('lat_2', second)}${scale(value)}`;
};

/** Around a pole, by the latitude of true scale, or by the scale factor. */
const polar = (pole: 90 | -90, value: Parameters) => {
  const parallel = value('standard_parallel_1');
  const scaling = parallel === undefined || Math.abs(parallel) === 90 ? scale(value) : degrees('lat_ts', parallel);
  return `+proj=stere +lat_0=${pole}${meridian(value)}${scaling}`;
};

/** OGC gives the latitude of true scale as that of the origin. */
const polarOfOgc: Projection = (value) => {
  const origin = value('latitude_of_origin');
  if (origin === undefined) return undefined;
  const pole = origin < 0 ? -90 : 90;
  return `+proj=stere +lat_0=${pole}${meridian(value)}${Math.abs(origin) === 90 ? scale(value) : degrees('lat_ts', origin)}`;
};

/** On a sphere of the radius of the equator, whatever the ellipsoid, as web maps are. */
const webMercator: Projection = (value, radius) =>
  (value('auxiliary_sphere_type') ?? 0) === 0 && (value('standard_parallel_1') ?? 0) === 0
    ? `+proj=merc${meridian(value)} +a=${radius} +b=${radius}`
    : undefined;

/** Names of coordinate systems that are Web Mercator, but name another projection. */
const WEB = /pseudo.?mercator|popular|google|web.?mercator/i;

/** The projections by their names in well-known text of ESRI or OGC, in lower case. */
const PROJECTIONS: Readonly<Record<string, Projection>> = {
  transverse_mercator: transverse,
  transverse_mercator_complex: transverse,
  gauss_kruger: transverse,
  mercator,
  mercator_1sp: mercator,
  mercator_2sp: mercator,
  mercator_auxiliary_sphere: webMercator,
  popular_visualisation_pseudo_mercator: webMercator,
  lambert_conformal_conic: conformal,
  lambert_conformal_conic_1sp: conformal,
  lambert_conformal_conic_2sp: conformal,
  albers: (value) => `+proj=aea${center(value)}${parallels(value)}`,
  albers_conic_equal_area: (value) => `+proj=aea${center(value)}${parallels(value)}`,
  equidistant_conic: (value) => `+proj=eqdc${center(value)}${parallels(value)}`,
  lambert_azimuthal_equal_area: (value) => `+proj=laea${center(value)}`,
  azimuthal_equidistant: (value) => `+proj=aeqd${center(value)}`,
  stereographic: (value) => `+proj=stere${center(value)}${scale(value)}`,
  stereographic_north_pole: (value) => polar(90, value),
  stereographic_south_pole: (value) => polar(-90, value),
  polar_stereographic: polarOfOgc,
  double_stereographic: alternative,
  oblique_stereographic: alternative,
  polyconic: (value) => `+proj=poly${center(value)}`,
  sinusoidal: (value) => `+proj=sinu${meridian(value)}`,
  mollweide: (value) => `+proj=moll${meridian(value)}`,
  equal_earth: (value) => `+proj=eqearth${meridian(value)}`,
  cassini: (value) => `+proj=cass${center(value)}`,
  cassini_soldner: (value) => `+proj=cass${center(value)}`,
  robinson: (value) => `+proj=robin${meridian(value)}`,
  equidistant_cylindrical: (value) =>
    `+proj=eqc${meridian(value)}${degrees('lat_ts', value('standard_parallel_1') ?? 0)}`,
  polar_stereographic_variant_a: polarOfOgc,
  plate_carree: (value) => `+proj=eqc${meridian(value)}`,
  cylindrical_equal_area: (value) =>
    `+proj=cea${meridian(value)}${degrees('lat_ts', value('standard_parallel_1') ?? 0)}`,
  hotine_oblique_mercator_azimuth_center: (value) => oblique(value, ''),
  hotine_oblique_mercator_azimuth_natural_origin: (value) => oblique(value, ' +no_uoff'),
  rectified_skew_orthomorphic_center: (value) => oblique(value, ''),
  rectified_skew_orthomorphic_natural_origin: (value) => oblique(value, ' +no_uoff'),
};

function oblique(value: Parameters, offset: string): string {
  const azimuth = value('azimuth');
  const lines = `${degrees('lonc', value('longitude_of_center'))}${degrees('alpha', azimuth)}`;
  return `+proj=omerc${degrees('lat_0', value('latitude_of_center'))}${lines}${degrees('gamma', value('xy_plane_rotation', 'rectified_grid_angle') ?? azimuth)}${scale(value)}${offset}`;
}

/**
 * A projection in the syntax of PROJ.
 * @param projected a PROJCS of well-known text
 * @param radius of the equator, in metres
 * @throws ConversionError UNSUPPORTED_CONVERSION for unsupported projections
 */
export function projectionOf(projected: WktNode, radius: number): string {
  const child = (word: string) => projected.nodes.find((node) => node.word === word);
  const numbers = new Map(
    projected.nodes
      .filter(({ word }) => word === 'PARAMETER')
      .map((node) => [textIn(node).toLowerCase(), valuesOf(node)[0] ?? 0]),
  );
  const value: Parameters = (...names) => names.map((name) => numbers.get(name)).find((number) => number !== undefined);
  const called = textIn(child('PROJECTION')).toLowerCase().replace(/\W+/g, '_');
  const name = called.startsWith('mercator') && WEB.test(textIn(projected)) ? 'mercator_auxiliary_sphere' : called;
  const projection = Object.hasOwn(PROJECTIONS, name) ? PROJECTIONS[name]?.(value, radius) : undefined;
  const [unit = 1] = valuesOf(child('UNIT'));
  if (!projection || !(unit > 0))
    throw unsupported(
      'The shapefile has a map projection that is not supported. Convert the shapefile to WGS 84 (EPSG:4326) first.',
    );
  const [east, north] = [value('false_easting') ?? 0, value('false_northing') ?? 0];
  return `${projection} +x_0=${east * unit} +y_0=${north * unit} +to_meter=${unit}`;
}
