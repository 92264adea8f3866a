import { isRecord } from '../trees/tree-format.ts';
import { type Shape, shapesOf } from './shapes.ts';

/** What a map shows: shapes that belong together, and what is said of them. */
export interface Place {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** All else that is said of it, as text. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly shapes: readonly Shape[];
  /** When each position of each line was passed, where that is known: in ISO 8601. */
  readonly times: readonly (readonly string[])[];
}

/** Where the times of a track stand that was read from another format. */
const ALONG = 'coordinateProperties';

/** Where the library says which element of GPX a line was. */
const KIND = '_gpxType';

/** What names and descriptions are called, in small letters; people who write tables write them in others, too. */
const NAMES = ['name', 'title'];
const DESCRIPTIONS = ['description', 'desc'];

/** The first of some properties that is there, in whatever letters, and says something. */
function keyOf(said: Readonly<Record<string, unknown>>, words: readonly string[]): string | undefined {
  const keys = Object.keys(said).filter((key) => said[key] !== null && said[key] !== '');
  return words.map((word) => keys.find((key) => key.trim().toLowerCase() === word)).find((key) => key !== undefined);
}

/**
 * A feature of GeoJSON as a place.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function placeOf({ id, properties, geometry }: Readonly<Record<string, unknown>>): Place {
  const said: Readonly<Record<string, unknown>> = {
    ...(id !== undefined && { id }),
    ...(isRecord(properties) && properties),
  };
  const [name, description] = [keyOf(said, NAMES), keyOf(said, DESCRIPTIONS)];
  const { times, ...along } = isRecord(said[ALONG]) ? said[ALONG] : {};
  const others = Object.keys(along).length > 0 ? along : undefined;
  const lines = timesOf(times);
  return {
    name: textOf(name && said[name]),
    description: textOf(description && said[description]),
    properties: Object.entries(said).flatMap(([key, value]) => {
      // The library calls the time of a track that of its first point.
      if (key === name || key === description || key === KIND || (key === 'time' && value === lines[0]?.[0])) return [];
      const text = textOf(key === ALONG ? others : value);
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

/** Of one line, or of several. */
function timesOf(times: unknown): string[][] {
  if (!Array.isArray(times)) return [];
  const lines: unknown[] = times.every(Array.isArray) ? times : [times];
  return lines.map((line) => (line as unknown[]).map((time) => (typeof time === 'string' ? time : '')));
}
