import { distinctNames } from '../tables/column.ts';
import { escapeXml } from '../trees/xml-text.ts';
import { GDAL } from './complete-paths.ts';
import type { Placemark } from './placemark.ts';
import type { Position } from './shapes.ts';

const HEADER =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:${GDAL.prefix}="${GDAL.namespace}" version="1.1" creator="file-conversion">`;

/** The elements of waypoints and tracks in their order, and the properties of their names. Others are extensions. */
const WAYPOINT = ['time', 'name', 'cmt', 'desc', 'src', 'sym', 'type'] as const;
const TRACK = ['name', 'cmt', 'desc', 'src', 'type'] as const;

/**
 * Writes the GPS Exchange Format (1.1): points as waypoints, lines and rings as tracks, and what has no geometry as a track
 * without points. Properties without an element of GPX become extensions, as GDAL writes them.
 */
export function writeGpx(placemarks: readonly Placemark[]): string {
  // Waypoints come before tracks.
  return `${[HEADER, ...placemarks.flatMap(waypoints), ...placemarks.flatMap(track), '</gpx>'].join('\n')}\n`;
}

function waypoints(placemark: Placemark): string[] {
  return placemark.shapes.flatMap((shape) =>
    shape.type === 'Point' ? [point('wpt', shape.at, metadata(placemark, WAYPOINT))] : [],
  );
}

function track(placemark: Placemark): string[] {
  const lines = placemark.shapes.flatMap((shape) => {
    if (shape.type === 'LineString') return [shape.line];
    return shape.type === 'Polygon' ? shape.rings : [];
  });
  if (lines.length === 0 && placemark.shapes.length > 0) return [];
  const segments = lines.map((line, index) => {
    const times = placemark.times[index] ?? [];
    const points = line.map((position, at) => point('trkpt', position, timeOf(times[at])));
    return `<trkseg>\n${points.join('\n')}\n</trkseg>`;
  });
  return [`<trk>${metadata(placemark, TRACK)}`, ...segments, '</trk>'];
}

function point(name: string, [longitude, latitude, height]: Position, inner: string): string {
  const elevation = height === undefined ? '' : `<ele>${height}</ele>`;
  return `<${name} lat="${latitude}" lon="${longitude}">${elevation}${inner}</${name}>`;
}

/** The properties of a placemark as elements and extensions. */
function metadata({ name, description, properties }: Placemark, known: readonly string[]): string {
  const all: (readonly [string, string | undefined])[] = [['name', name], ['desc', description], ...properties];
  const isKnown = ([key, value]: readonly [string, string | undefined]) =>
    known.includes(key) && (key !== 'time' || timeOf(value) !== '');
  const elements = new Map(all.filter(isKnown).reverse());
  const others = all.filter((pair) => !isKnown(pair) || elements.get(pair[0]) !== pair[1]);
  const names = distinctNames(
    others.map(([key]) => key.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_')),
  );
  const inner = others.flatMap(([, text], at) =>
    text === undefined ? [] : [element(`${GDAL.prefix}:${names[at]}`, text)],
  );
  const extensions = inner.length === 0 ? '' : `<extensions>${inner.join('')}</extensions>`;
  return known.map((key) => element(key, elements.get(key))).join('') + extensions;
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

function timeOf(text: string | undefined): string {
  return text !== undefined && isTime(text) ? element('time', text) : '';
}

/** A property called time may hold anything. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}
