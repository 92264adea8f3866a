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

/**
 * A feature of GeoJSON as a place.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function placeOf({ properties, geometry }: Readonly<Record<string, unknown>>): Place {
  const said = isRecord(properties) ? properties : {};
  const { name, description, desc, [ALONG]: along, ...others } = said;
  const known = description ?? desc;
  return {
    name: textOf(name),
    description: textOf(known),
    properties: Object.entries(others).flatMap(([key, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[key, text] as const];
    }),
    shapes: shapesOf(geometry),
    times: timesOf(isRecord(along) ? along.times : undefined),
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
