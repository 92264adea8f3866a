import { unsupported } from '../../../refusals.ts';
import { unreadable } from '../../unreadable.ts';
import type { ToDegrees } from './coordinate-system.ts';
import { areaOf, groupRings, type Ring } from './ring-groups.ts';
import { recordsIn } from './shape-records.ts';

/** A geometry of GeoJSON (RFC 7946), in degrees. */
export interface Geometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

type Position = number[];

/** Bytes of the shape type and the bounding box, before the counts of parts and points. */
const HEADER = 36;
/** Smaller values mean no data (ESRI's technical description, page 2). */
const NO_DATA = -1e38;

/** Shape types by their last digit; the first one adds heights or measures. */
const TYPES: Readonly<Record<number, 'null' | 'point' | MultipleType>> = {
  0: 'null',
  1: 'point',
  3: 'polyline',
  5: 'polygon',
  8: 'multipoint',
};
type MultipleType = 'polyline' | 'polygon' | 'multipoint';

/**
 * The geometries of a .shp file in their order (ESRI's technical description of 1998); null where a record has none.
 * Heights are kept; measures are not, as GeoJSON has none.
 * @param index the .shx file, where there is one
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export function readShapes(bytes: Buffer, index: Buffer | undefined, toDegrees: ToDegrees): (Geometry | null)[] {
  return recordsIn(bytes, index).map((record) => readShape(record, toDegrees));
}

function readShape(record: Buffer, toDegrees: ToDegrees): Geometry | null {
  if (record.length < 4) return null;
  const code = record.readInt32LE(0);
  if (code === 31)
    throw unsupported('The shapefile holds multipatches (surfaces in space), which the target cannot hold.');
  const type = TYPES[code % 10];
  if (!type || code < 0 || code > 28 || (code % 10 === 0 && code > 0)) throw unreadable('shp', `shape type ${code}`);
  if (type === 'null') return null;
  const hasZ = code > 10 && code < 20;
  return type === 'point' ? pointOf(record, hasZ, toDegrees) : new Parts(record, type, hasZ, toDegrees).geometry(type);
}

function pointOf(record: Buffer, hasZ: boolean, toDegrees: ToDegrees): Geometry | null {
  if (record.length < (hasZ ? 28 : 20)) throw unreadable('shp', 'a truncated point');
  const [x, y] = [record.readDoubleLE(4), record.readDoubleLE(12)];
  // An empty point.
  if (Number.isNaN(x) && Number.isNaN(y)) return null;
  return { type: 'Point', coordinates: positionOf(x, y, hasZ ? record.readDoubleLE(20) : undefined, toDegrees) };
}

function positionOf(x: number, y: number, z: number | undefined, toDegrees: ToDegrees): Position {
  const position = toDegrees(x, y);
  return z === undefined || !Number.isFinite(z) || z < NO_DATA ? position : [...position, z];
}

/** A shape of many points, in parts. */
class Parts {
  readonly #points: Float64Array;
  readonly #heights: Float64Array | undefined;
  readonly #starts: readonly number[];
  readonly #toDegrees: ToDegrees;

  constructor(record: Buffer, type: MultipleType, hasZ: boolean, toDegrees: ToDegrees) {
    this.#toDegrees = toDegrees;
    const inParts = type !== 'multipoint';
    const counts = inParts ? 8 : 4;
    if (record.length < HEADER + counts) throw unreadable('shp', 'a truncated shape');
    const parts = inParts ? record.readUInt32LE(HEADER) : 0;
    const points = record.readUInt32LE(HEADER + counts - 4);
    const from = HEADER + counts + 4 * parts;
    const heightsFrom = from + 16 * points + 16;
    const end = hasZ ? heightsFrom + 8 * points : from + 16 * points;
    // Some programs write an empty shape without heights.
    if (end > record.length && !(points === 0 && from <= record.length)) throw unreadable('shp', 'a truncated shape');
    this.#points = doubles(record, from, 2 * points);
    this.#heights = hasZ ? doubles(record, heightsFrom, points) : undefined;
    this.#starts = startsOf(record, parts, points);
  }

  geometry(type: MultipleType): Geometry | null {
    const total = this.#points.length / 2;
    if (total === 0) return null;
    if (type === 'multipoint') return { type: 'MultiPoint', coordinates: this.#positions(0, total) };
    return type === 'polyline' ? this.#polyline() : this.#polygon();
  }

  /** The ranges of points of all parts that are not empty. */
  #spans(): { start: number; end: number }[] {
    const total = this.#points.length / 2;
    return this.#starts
      .map((start, index) => ({ start, end: this.#starts[index + 1] ?? total }))
      .filter(({ start, end }) => end > start);
  }

  #polyline(): Geometry {
    const lines = this.#spans().map(({ start, end }) => {
      const line = this.#positions(start, end);
      // GeoJSON has no line of one point.
      return line.length === 1 ? [...line, ...line] : line;
    });
    const [only, ...others] = lines;
    return others.length === 0
      ? { type: 'LineString', coordinates: only }
      : { type: 'MultiLineString', coordinates: lines };
  }

  #polygon(): Geometry {
    const rings = this.#spans().map((span): Ring => ({ ...span, area: areaOf(this.#points, span.start, span.end) }));
    const areas = groupRings(this.#points, rings).map((group) =>
      group.map((ring, index) => this.#ring(ring, index === 0)),
    );
    const [only, ...others] = areas;
    return others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: areas };
  }

  /** A ring of GeoJSON: closed, of at least four positions, counter-clockwise where it is outer, else clockwise. */
  #ring({ start, end, area }: Ring, outer: boolean): Position[] {
    const ring = this.#positions(start, end);
    if (area > 0 !== outer) ring.reverse();
    const [first] = ring;
    const last = ring.at(-1);
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
    while (first && ring.length < 4) ring.push(first);
    return ring;
  }

  #positions(start: number, end: number): Position[] {
    const positions: Position[] = [];
    for (let at = start; at < end; at++) {
      const [x, y] = [this.#points[2 * at] ?? Number.NaN, this.#points[2 * at + 1] ?? Number.NaN];
      positions.push(positionOf(x, y, this.#heights?.[at], this.#toDegrees));
    }
    return positions;
  }
}

function doubles(record: Buffer, from: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let at = 0; at < count; at++) numbers[at] = record.readDoubleLE(from + 8 * at);
  return numbers;
}

function startsOf(record: Buffer, parts: number, points: number): number[] {
  // Without parts, all points are one.
  if (parts === 0) return [0];
  const starts: number[] = [];
  for (let part = 0; part < parts; part++) {
    const start = record.readUInt32LE(HEADER + 8 + 4 * part);
    if (start < (starts.at(-1) ?? 0) || start > points || (part === 0 && start !== 0))
      throw unreadable('shp', 'parts out of order');
    starts.push(start);
  }
  return starts;
}
