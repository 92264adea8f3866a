import { readFile, stat } from 'node:fs/promises';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser, type Document } from '@xmldom/xmldom';
import { openZip } from '../../../detection/document-zip.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkSize, checkTree, LIMITS } from '../limits.ts';
import { json } from '../trees/json.ts';
import { decodeXml } from '../trees/read-tree.ts';
import { isRecord } from '../trees/tree-format.ts';
import { checkMarkup } from '../trees/xml-text.ts';
import { unreadable } from '../unreadable.ts';
import { completeKml, readWholeGpx } from './complete-paths.ts';

/** Formats of places that are read. */
export type GeoName = 'geojson' | 'kml' | 'kmz' | 'gpx';

/** Places, as GeoJSON has them (RFC 7946). */
export interface Features {
  readonly type: 'FeatureCollection';
  readonly features: readonly Record<string, unknown>[];
}

/** Reads places; all formats have them in degrees of WGS 84. */
export async function readGeo(path: string, format: GeoName): Promise<Features> {
  checkSize((await stat(path)).size);
  const bytes = await readFile(path);
  if (format === 'geojson') return featuresOf(json.read(decodePlain(bytes)));
  const text = decodeXml(format === 'kmz' ? mainPartOf(bytes) : bytes);
  checkMarkup(text);
  const document = new DOMParser({ onError: stopAt }).parseFromString(text, 'text/xml');
  const places = format === 'gpx' ? readWholeGpx(document, read(gpx)) : readKml(document);
  if (places.features.length > 0) return featuresOf(places);
  throw unreadableFile(`There are no places in the ${format} file, or none that are read here.`);
}

/** The library's types are those of browsers. */
function read(library: typeof gpx | typeof kml): (document: Document) => { features: unknown[] } {
  return library as unknown as (document: Document) => { features: unknown[] };
}

function readKml(document: Document): { features: unknown[] } {
  completeKml(document);
  return read(kml)(document);
}

function stopAt(level: string, message: string): void {
  if (level !== 'warning') throw unreadable('kml', message);
}

/** The KML file that counts: the first in the package, of those in no folder if there are any. */
function mainPartOf(bytes: Buffer): Buffer {
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  const maps = zip.names.filter((name) => /\.kml$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name));
  const name = maps.find((map) => !/[/\\]/.test(map)) ?? maps[0];
  if (name === undefined) throw unreadableFile('There is no KML file in the KMZ file.');
  checkSize(zip.size(name));
  const content = zip.data(name, LIMITS.tree);
  if (!content || content.length !== zip.size(name)) throw unreadable('kmz', 'a KML file that cannot be unpacked');
  return content;
}

function featuresOf(tree: unknown): Features {
  checkTree(tree);
  if (!isRecord(tree)) throw unreadable('geojson', 'no object');
  if (tree.type === 'Feature') return { type: 'FeatureCollection', features: [tree] };
  if (tree.type !== 'FeatureCollection') {
    if (!('coordinates' in tree) && tree.type !== 'GeometryCollection') throw unreadable('geojson', 'no places');
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: tree }] };
  }
  const { features } = tree;
  if (Array.isArray(features) && features.every(isRecord)) return { type: 'FeatureCollection', features };
  throw unreadable('geojson', 'features that are none');
}

/** Places as records: what is said of each, its number where it has one, and its shape as GeoJSON. */
export function recordsOfFeatures({ features }: Features): Record<string, unknown>[] {
  return features.map(({ id, properties, geometry }) => ({
    ...(id !== undefined && { id }),
    ...Object.fromEntries(
      // A property that is called like something of ours is called by where it stands.
      Object.entries(isRecord(properties) ? properties : {}).map(([name, value]) => [
        name === 'geometry' || (name === 'id' && id !== undefined) ? `properties.${name}` : name,
        value,
      ]),
    ),
    geometry: geometry ?? null,
  }));
}
