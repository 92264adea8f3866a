import { escapeXml } from '../trees/xml-text.ts';
import { unsupported } from '../unreadable.ts';
import type { Place } from './place.ts';
import type { Position } from './shapes.ts';

const HEADER =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="file-conversion">';

/**
 * Places as the GPS Exchange Format has them (1.1): points as waypoints, lines and the borders of areas as tracks, with names,
 * descriptions, heights and times. It holds no more.
 * @throws ConversionError UNSUPPORTED_CONVERSION where nothing has a place
 */
export function writeGpx(places: readonly Place[]): string {
  if (places.every(({ shapes }) => shapes.length === 0))
    throw unsupported('Nothing in the file has a place, and GPX holds nothing else.');
  // Waypoints come before tracks.
  return `${[HEADER, ...places.flatMap(waypoints), ...places.flatMap(track), '</gpx>'].join('\n')}\n`;
}

function waypoints(place: Place): string[] {
  const time = place.properties.find(([name]) => name === 'time')?.[1];
  const said = words(place);
  return place.shapes.flatMap((shape) => (shape.type === 'Point' ? [point('wpt', shape.at, time, said)] : []));
}

function track(place: Place): string[] {
  const lines = place.shapes.flatMap((shape) => {
    if (shape.type === 'LineString') return [shape.line];
    return shape.type === 'Polygon' ? shape.rings : [];
  });
  if (lines.length === 0) return [];
  const segments = lines.map((line, index) => {
    const times = place.times[index] ?? [];
    const points = line.map((position, at) => point('trkpt', position, times[at], ''));
    return `<trkseg>\n${points.join('\n')}\n</trkseg>`;
  });
  return [`<trk>${words(place)}`, ...segments, '</trk>'];
}

function point(name: string, [longitude, latitude, height]: Position, time: string | undefined, said: string): string {
  const inner = [
    ...(height === undefined ? [] : [`<ele>${height}</ele>`]),
    ...(time !== undefined && isTime(time) ? [`<time>${escapeXml(time)}</time>`] : []),
    said,
  ];
  return `<${name} lat="${latitude}" lon="${longitude}">${inner.join('')}</${name}>`;
}

/** What is called a time need not be one. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}

function words({ name, description }: Place): string {
  const written = [
    ['name', name],
    ['desc', description],
  ] as const;
  return written.map(([tag, text]) => (text === undefined ? '' : `<${tag}>${escapeXml(text)}</${tag}>`)).join('');
}
