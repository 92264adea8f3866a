import type { Document, Element } from '@xmldom/xmldom';
import { unreadable } from '../unreadable.ts';

/** The namespace of GDAL, and ours, for properties without an element of GPX. */
export const GDAL = { prefix: 'ogr', namespace: 'http://osgeo.org/gdal' } as const;
const PREFIX = /^ogr_/;

type Feature = Record<string, unknown> & { properties: Record<string, unknown> };
type Times = (string | null)[];

/** The time of each point of each segment of a track or a route. */
type Path = readonly Times[];

/** Reads GPX by the library, and restores what that leaves out: tracks and routes with one point, and points without a time. */
export function readWholeGpx(document: Document, read: (document: Document) => { features: unknown[] }) {
  const { length } = pointsIn(document, 'wpt');
  const paths = [
    ...elementsIn(document, 'trk').map((track) => completed(elementsIn(track, 'trkseg'), 'trkpt')),
    ...elementsIn(document, 'rte').map((route) => completed([route], 'rtept')),
  ].filter((path) => path.length > 0);
  const features = read(document).features as Feature[];
  if (features.length !== paths.length + length) throw unreadable('gpx', 'paths or points that cannot be read');
  return { type: 'FeatureCollection', features: features.map((feature, at) => restored(feature, paths[at])) };
}

/** Doubles the only point of a line: GeoJSON has no line of one position, and the library leaves it out. */
function completed(segments: readonly Element[], name: string): Path {
  return segments.flatMap((segment): Times[] => {
    const points = pointsIn(segment, name);
    const [only, ...others] = points;
    if (!only) return [];
    if (others.length > 0) return [points.map(timeOf)];
    segment.appendChild(only.cloneNode(true));
    return [[timeOf(only), timeOf(only)]];
  });
}

function restored(feature: Feature, path: Path | undefined): Feature {
  const properties = Object.fromEntries(
    Object.entries(feature.properties).map(([name, value]) => {
      const plain = name.replace(PREFIX, '');
      return [plain in feature.properties ? name : plain, value];
    }),
  );
  if (!path) return { ...feature, properties };
  const all = path.flat();
  if (properties._gpxType === 'trk' && all.includes(null) && all.some((time) => time !== null)) {
    const times = path.length === 1 ? path[0] : path;
    properties.coordinateProperties = { ...(properties.coordinateProperties as object), times };
  }
  return { ...feature, properties };
}

function timeOf(point: Element): string | null {
  return point.getElementsByTagName('time')[0]?.textContent?.trim() || null;
}

function elementsIn(parent: Document | Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagName(name));
}

/** @throws ConversionError UNREADABLE_FILE where one has no coordinates: the library would leave it out */
function pointsIn(parent: Document | Element, name: string): Element[] {
  const points = elementsIn(parent, name);
  const hasCoordinates = (point: Element) =>
    ['lat', 'lon'].every((attribute) => Number.isFinite(Number.parseFloat(point.getAttribute(attribute) ?? '')));
  if (points.every(hasCoordinates)) return points;
  throw unreadable('gpx', 'a point without coordinates');
}

/** Doubles the only position of a KML line, likewise. */
export function completeKml(document: Document): void {
  for (const name of ['LineString', 'LinearRing'])
    for (const line of elementsIn(document, name))
      for (const coordinates of elementsIn(line, 'coordinates').slice(0, 1)) {
        const text = coordinates.textContent?.trim() ?? '';
        if (text !== '' && !/\s/.test(text)) coordinates.textContent = `${text} ${text}`;
      }
}
