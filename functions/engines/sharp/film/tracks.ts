import { type Box, boxesIn, childOf } from './boxes.ts';

/** A track of a film as it says of itself (ISO/IEC 14496-12, 8.3 to 8.7). */
export interface FilmTrack {
  readonly id: number;
  /** What its samples are for: "pict" and "vide" are shown, "auxv" belongs to another track. */
  readonly handler: string;
  /** The tracks whose small pictures these are. */
  readonly thumbnailOf: readonly number[];
  /** The tracks of which these say more, such as what is transparent. */
  readonly auxiliaryOf: readonly number[];
  /** Which way up it is to be shown, in the words of EXIF; 1 where it is upright, or turned in no such way. */
  readonly orientation: number;
  /** How its first sample is coded, and where it lies. */
  readonly sample?: FilmSample;
}

/** The first sample of a track: a picture that needs no other. */
export interface FilmSample {
  /** The kind of its coding, such as `hvc1`. */
  readonly coding: string;
  readonly width: number;
  readonly height: number;
  /** What else is said of it. */
  readonly properties: readonly Box[];
  readonly position: number;
  readonly size: number;
}

/** Where the header of a track has its number and its matrix, by its version. */
const PLACES = [
  { id: 12, matrix: 40 },
  { id: 20, matrix: 52 },
] as const;
/** Of the matrix, the numbers that turn and mirror lie here. */
const TURNING = [0, 4, 12, 16] as const;
const LAST = 20;

/** The signs of these numbers, and what EXIF calls what they do. */
const ORIENTATIONS: Readonly<Record<string, number>> = {
  '1,0,0,1': 1,
  '-1,0,0,1': 2,
  '-1,0,0,-1': 3,
  '1,0,0,-1': 4,
  '0,1,1,0': 5,
  '0,1,-1,0': 6,
  '0,-1,-1,0': 7,
  '0,-1,1,0': 8,
};

const HANDLER = 8;
/** What a description of samples begins with in its list, and a picture's before the boxes that say more of it. */
const DESCRIPTIONS = 8;
const FIXED = 78;
const [WIDTH, HEIGHT] = [24, 26];
/** Where tables have their first value: of chunks, and of sizes that differ, or the one that all samples have. */
const [FIRST_CHUNK, FIRST_SIZE, EVERY_SIZE] = [8, 12, 4];

/** The tracks of a film, in the order of the file. */
export function tracksOf(film: Buffer): readonly FilmTrack[] {
  return [...boxesIn(film)].flatMap(({ kind, content }) => (kind === 'trak' ? (trackOf(content) ?? []) : []));
}

function trackOf(track: Buffer): FilmTrack | undefined {
  const header = childOf(track, 'tkhd');
  const media = childOf(track, 'mdia');
  const handler = childOf(media, 'hdlr');
  const place = PLACES[header?.[0] ?? PLACES.length];
  if (!header || !place || header.length < place.matrix + LAST || !handler || handler.length < HANDLER + 4)
    return undefined;
  const references = childOf(track, 'tref');
  const signs = TURNING.map((at) => Math.sign(header.readInt32BE(place.matrix + at)));
  const sample = sampleOf(childOf(childOf(media, 'minf'), 'stbl'));
  return {
    id: header.readUInt32BE(place.id),
    handler: handler.toString('latin1', HANDLER, HANDLER + 4),
    thumbnailOf: numbersIn(childOf(references, 'thmb')),
    auxiliaryOf: numbersIn(childOf(references, 'auxl')),
    orientation: ORIENTATIONS[signs.join()] ?? 1,
    ...(sample && { sample }),
  };
}

function numbersIn(box: Buffer = Buffer.alloc(0)): number[] {
  return Array.from({ length: Math.floor(box.length / 4) }, (_, index) => box.readUInt32BE(index * 4));
}

function sampleOf(tables: Buffer | undefined): FilmSample | undefined {
  const [entry] = boxesIn(childOf(tables, 'stsd')?.subarray(DESCRIPTIONS));
  const position = positionIn(tables);
  const size = sizeIn(childOf(tables, 'stsz'));
  if (!entry || entry.content.length < FIXED || position === undefined || !size) return undefined;
  const { kind: coding, content } = entry;
  return {
    coding,
    width: content.readUInt16BE(WIDTH),
    height: content.readUInt16BE(HEIGHT),
    properties: [...boxesIn(content.subarray(FIXED))],
    position,
    size,
  };
}

function positionIn(tables: Buffer | undefined): number | undefined {
  const [near, far] = [childOf(tables, 'stco'), childOf(tables, 'co64')];
  if (near && near.length >= FIRST_CHUNK + 4) return near.readUInt32BE(FIRST_CHUNK);
  return far && far.length >= FIRST_CHUNK + 8 ? Number(far.readBigUInt64BE(FIRST_CHUNK)) : undefined;
}

function sizeIn(table: Buffer | undefined): number | undefined {
  if (!table || table.length < FIRST_SIZE) return undefined;
  const every = table.readUInt32BE(EVERY_SIZE);
  if (every > 0) return every;
  return table.length < FIRST_SIZE + 4 ? undefined : table.readUInt32BE(FIRST_SIZE);
}
