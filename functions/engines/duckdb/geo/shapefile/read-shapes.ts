import { unsupported } from '../../../refusals.ts';
import type { ValueCount } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import type { ToDegrees } from './coordinate-system.ts';
import { areaOf, groupRings, type Ring } from './ring-groups.ts';
import { recordsIn } from './shape-records.ts';

/** A shape of GeoJSON (RFC 7946), in degrees. */
export interface Geometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: unknown;
}

type Position = number[];

/** What reading shapes needs and counts. */
export interface Reading {
  readonly toDegrees: ToDegrees;
  readonly count: ValueCount;
}

/** Numbers of shapes that hold others, whose points follow behind a box of four numbers. */
const HEADER = 36;
/** A value that stands for none: less than that (ESRI's technical description, page 2). */
const NO_DATA = -1e38;

/** The kinds of shapes, without what is measured in them. */
const KINDS = ['null', 'point', 'line', 'area', 'points'] as const;
const KIND_OF: Readonly<Record<number, (typeof KINDS)[number]>> = {
  0: 'null',
  1: 'point',
  3: 'line',
  5: 'area',
  8: 'points',
};

/**
 * The shapes of a .shp file in their order (ESRI's technical description of 1998); nothing where a record has none.
 * Heights are kept, measures are not: GeoJSON has no place for them.
 * @param index the .shx file, where there is one
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION, TOO_COMPLEX
 */
export function readShapes(bytes: Buffer, index: Buffer | undefined, reading: Reading): (Geometry | null)[] {
  return recordsIn(bytes, index, reading.count).map((record) => readShape(record, reading));
}

function readShape(record: Buffer, reading: Reading): Geometry | null {
  if (record.length < 4) return null;
  const type = record.readInt32LE(0);
  if (type === 31)
    throw unsupported('The shapefile holds multipatches (surfaces in space), which the target cannot hold.');
  const kind = KIND_OF[type % 10];
  if (!kind || type < 0 || type > 28 || (type % 10 === 0 && type > 0)) throw unreadable('shp', `shape ${type}`);
  if (kind === 'null') return null;
  const high = type > 10 && type < 20;
  return kind === 'point' ? pointOf(record, high, reading) : new Parts(record, kind, high, reading).geometry(kind);
}

function pointOf(record: Buffer, high: boolean, reading: Reading): Geometry | null {
  if (record.length < (high ? 28 : 20)) throw unreadable('shp', 'a point that is cut off');
  const [x, y] = [record.readDoubleLE(4), record.readDoubleLE(12)];
  // How an empty point is written.
  if (Number.isNaN(x) && Number.isNaN(y)) return null;
  return { type: 'Point', coordinates: positionOf(x, y, high ? record.readDoubleLE(20) : undefined, reading) };
}

function positionOf(x: number, y: number, z: number | undefined, { toDegrees, count }: Reading): Position {
  count.add(z === undefined ? 3 : 4);
  const position = toDegrees(x, y);
  return z === undefined || !Number.isFinite(z) || z < NO_DATA ? position : [...position, z];
}

/** A shape of many points, in parts. */
class Parts {
  readonly #points: Float64Array;
  readonly #heights: Float64Array | undefined;
  readonly #starts: readonly number[];
  readonly #reading: Reading;

  constructor(record: Buffer, kind: 'line' | 'area' | 'points', high: boolean, reading: Reading) {
    this.#reading = reading;
    const inParts = kind !== 'points';
    const counts = inParts ? 8 : 4;
    if (record.length < HEADER + counts) throw unreadable('shp', 'a shape that is cut off');
    const parts = inParts ? record.readUInt32LE(HEADER) : 0;
    const points = record.readUInt32LE(HEADER + counts - 4);
    const from = HEADER + counts + 4 * parts;
    const heightsFrom = from + 16 * points + 16;
    const end = high ? heightsFrom + 8 * points : from + 16 * points;
    // Some write an empty shape without heights.
    if (end > record.length && !(points === 0 && from <= record.length))
      throw unreadable('shp', 'a shape that is cut off');
    this.#points = doubles(record, from, 2 * points);
    this.#heights = high ? doubles(record, heightsFrom, points) : undefined;
    this.#starts = startsOf(record, parts, points);
  }

  geometry(kind: 'line' | 'area' | 'points'): Geometry | null {
    const total = this.#points.length / 2;
    if (total === 0) return null;
    if (kind === 'points') return { type: 'MultiPoint', coordinates: this.#positions(0, total) };
    return kind === 'line' ? this.#line() : this.#area();
  }

  /** Where each part begins and ends; those without points are left out. */
  #spans(): { start: number; end: number }[] {
    const total = this.#points.length / 2;
    return this.#starts
      .map((start, index) => ({ start, end: this.#starts[index + 1] ?? total }))
      .filter(({ start, end }) => end > start);
  }

  #line(): Geometry {
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

  #area(): Geometry {
    const rings = this.#spans().map((span): Ring => ({ ...span, area: areaOf(this.#points, span.start, span.end) }));
    const areas = groupRings(this.#points, rings).map((group) =>
      group.map((ring, index) => this.#ring(ring, index === 0)),
    );
    const [only, ...others] = areas;
    return others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: areas };
  }

  /** A ring as GeoJSON has it: closed, of four points at least, the outer one counter-clockwise and those of holes clockwise. */
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
      positions.push(positionOf(x, y, this.#heights?.[at], this.#reading));
    }
    return positions;
  }
}

/** Numbers that are known to be there. */
function doubles(record: Buffer, from: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let at = 0; at < count; at++) numbers[at] = record.readDoubleLE(from + 8 * at);
  return numbers;
}

function startsOf(record: Buffer, parts: number, points: number): number[] {
  // Without parts, all is one.
  if (parts === 0) return [0];
  const starts: number[] = [];
  for (let part = 0; part < parts; part++) {
    const start = record.readUInt32LE(HEADER + 8 + 4 * part);
    if (start < (starts.at(-1) ?? 0) || start > points || (part === 0 && start !== 0))
      throw unreadable('shp', 'parts that are none');
    starts.push(start);
  }
  return starts;
}
