import { readFile, stat } from 'node:fs/promises';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { openZip } from '../../../detection/document-zip.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import { checkSize, checkTree, LIMITS } from '../limits.ts';
import { json } from '../trees/json.ts';
import { decodeXml } from '../trees/read-tree.ts';
import { isRecord } from '../trees/tree-format.ts';
import { checkMarkup } from '../trees/xml-text.ts';
import { unreadable } from '../unreadable.ts';

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
  const document = new DOMParser({ onError: stopAt }).parseFromString(text, 'text/xml') as unknown as Parameters<
    typeof kml
  >[0];
  return featuresOf(format === 'gpx' ? gpx(document) : kml(document));
}

function stopAt(level: string, message: string): void {
  if (level !== 'warning') throw unreadable('kml', message);
}

/** The first KML file in the package, which is the one that counts. */
function mainPartOf(bytes: Buffer): Buffer {
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  const name = zip.names.find((candidate) => /\.kml$/i.test(candidate));
  const content = name === undefined ? undefined : zip.data(name, LIMITS.tree);
  if (!content) throw unreadable('kmz', 'no KML in it, or one that is too large');
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
