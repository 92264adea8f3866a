import { isRecord } from '../trees/tree-format.ts';
import { type Shape, shapesOf } from './shapes.ts';

/** A feature as KML and GPX have it: shapes that belong together, and their properties. */
export interface Placemark {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** All other properties, as text. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly shapes: readonly Shape[];
  /** The times of the positions of each line in ISO 8601, where they are known. */
  readonly times: readonly (readonly string[])[];
}

/** The property in which the library keeps the times of a track. */
const COORDINATE_PROPERTIES = 'coordinateProperties';

/** The property in which the library keeps the GPX element of a line. */
const GPX_TYPE = '_gpxType';

/** Names of the properties for names and descriptions, which are compared in lower case. */
const NAMES = ['name', 'title'];
const DESCRIPTIONS = ['description', 'desc'];

/** The first of some properties that is not empty, in any case. */
function keyOf(all: Readonly<Record<string, unknown>>, words: readonly string[]): string | undefined {
  const keys = Object.keys(all).filter((key) => all[key] !== null && all[key] !== '');
  return words.map((word) => keys.find((key) => key.trim().toLowerCase() === word)).find((key) => key !== undefined);
}

/**
 * Makes a placemark of a GeoJSON feature.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function placemarkOf({ id, properties, geometry }: Readonly<Record<string, unknown>>): Placemark {
  const all: Readonly<Record<string, unknown>> = {
    ...(id !== undefined && { id }),
    ...(isRecord(properties) && properties),
  };
  const [name, description] = [keyOf(all, NAMES), keyOf(all, DESCRIPTIONS)];
  const { times, ...along } = isRecord(all[COORDINATE_PROPERTIES]) ? all[COORDINATE_PROPERTIES] : {};
  const others = Object.keys(along).length > 0 ? along : undefined;
  const lines = timesOf(times);
  return {
    name: textOf(name && all[name]),
    description: textOf(description && all[description]),
    properties: Object.entries(all).flatMap(([key, value]) => {
      // The library gives a track the time of its first point.
      if (key === name || key === description || key === GPX_TYPE || (key === 'time' && value === lines[0]?.[0]))
        return [];
      const text = textOf(key === COORDINATE_PROPERTIES ? others : value);
      return text === undefined ? [] : [[key, text] as const];
    }),
    shapes: shapesOf(geometry),
    times: lines,
  };
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (isRecord(value) && typeof value.value === 'string') return value.value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The times of one line, or of several. */
function timesOf(times: unknown): string[][] {
  if (!Array.isArray(times)) return [];
  const lines: unknown[] = times.every(Array.isArray) ? times : [times];
  return lines.map((line) => (line as unknown[]).map((time) => (typeof time === 'string' ? time : '')));
}
