import { readFile, stat } from 'node:fs/promises';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser, type Document } from '@xmldom/xmldom';
import { openZip } from '../../../detection/document-zip.ts';
import { decodeDeclared } from '../../office/text-encoding.ts';
import { unreadableFile } from '../../refusals.ts';
import type { GEO_SOURCES } from '../conversions.ts';
import { checkSize, checkTree, LIMITS } from '../limits.ts';
import { JsonFile } from '../tables/json-records.ts';
import { isRecord } from '../trees/tree-format.ts';
import { checkMarkup } from '../trees/xml-text.ts';
import { unreadable } from '../unreadable.ts';
import { completeKml, readWholeGpx } from './complete-paths.ts';

/** Geographic formats that are read. */
export type GeoName = (typeof GEO_SOURCES)[number];

/** A feature collection of GeoJSON (RFC 7946). */
export interface FeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly Record<string, unknown>[];
}

/** Reads geographic data; all formats have coordinates in degrees of WGS 84. */
export async function readGeo(path: string, format: GeoName): Promise<FeatureCollection> {
  checkSize((await stat(path)).size);
  if (format === 'geojson') return featuresOf((await JsonFile.read(path)).only()?.value);
  const bytes = await readFile(path);
  const text = decodeDeclared(format === 'kmz' ? mainPartOf(bytes) : bytes);
  checkMarkup(text);
  const document = new DOMParser({ onError: stopAt }).parseFromString(text, 'text/xml');
  const collection = format === 'gpx' ? readWholeGpx(document, read(gpx)) : readKml(document);
  if (collection.features.length > 0) return featuresOf(collection);
  throw unreadableFile(`There are no places in the ${format} file, or none that can be read.`);
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

/** The main KML file of a KMZ file: the first in no folder, else the first. */
function mainPartOf(bytes: Buffer): Buffer {
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  const maps = zip.names.filter((name) => /\.kml$/i.test(name) && !/(?:^|\/)\._/.test(name));
  const name = maps.find((map) => !/[/\\]/.test(map)) ?? maps[0];
  if (name === undefined) throw unreadableFile('There is no KML file in the KMZ file.');
  checkSize(zip.size(name));
  const content = zip.data(name, LIMITS.tree);
  if (!content || content.length !== zip.size(name)) throw unreadable('kmz', 'a KML file that cannot be decompressed');
  return content;
}

function featuresOf(tree: unknown): FeatureCollection {
  checkTree(tree);
  if (!isRecord(tree)) throw unreadable('geojson', 'no object');
  if (tree.type === 'Feature') return { type: 'FeatureCollection', features: [tree] };
  if (tree.type !== 'FeatureCollection') {
    if (!('coordinates' in tree) && tree.type !== 'GeometryCollection') throw unreadable('geojson', 'no geometry');
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: tree }] };
  }
  const { features } = tree;
  if (Array.isArray(features) && features.every(isRecord)) return { type: 'FeatureCollection', features };
  throw unreadable('geojson', 'features that are none');
}

/** Makes records of features: their properties, their id where they have one, and their geometry as GeoJSON. */
export function recordsOfFeatures({ features }: FeatureCollection): Record<string, unknown>[] {
  return features.map(({ id, properties, geometry }) => ({
    ...(id !== undefined && { id }),
    ...Object.fromEntries(
      // Properties with the name of one of our fields get a prefix.
      Object.entries(isRecord(properties) ? properties : {}).map(([name, value]) => [
        name === 'geometry' || (name === 'id' && id !== undefined) ? `properties.${name}` : name,
        value,
      ]),
    ),
    geometry: geometry ?? null,
  }));
}
