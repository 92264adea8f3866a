import { type JobFiles, runTool } from '../running/tool.ts';
import { type Source, sourceArguments } from './source.ts';

/** When a stream begins and ends, in seconds of the file's timestamps, and the total duration of its packets. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly sum: number;
  /** The duration of the last packet. */
  readonly last: number;
  /** The duration of the shortest packet. */
  readonly shortest: number;
  /** How much comes before 0: it primes the decoder and is never played. */
  readonly preroll: number;
}

/** The measured extents of the streams by their indexes, whatever the header says. */
export type Extents = ReadonlyMap<number, Extent>;

/** A packet, in seconds of the file's timestamps; its time is NaN where the file has none. */
export interface Packet {
  readonly index: number;
  readonly time: number;
  readonly duration: number;
  /** As ffprobe writes them: K for a key frame, D for one that is decoded and discarded. */
  readonly flags: string;
}

/**
 * Lists all packets of a file without decoding them.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function listPackets(source: Source, files: JobFiles, take: (packet: Packet) => void): Promise<void> {
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,flags';
  await runTool('ffprobe', files, {
    arguments: ['-v', 'error', ...sourceArguments(source), '-show_entries', entries, '-of', 'csv=p=0'],
    onLine: (line) => {
      const parts = line.split(',');
      const [index = Number.NaN, pts = Number.NaN, dts = Number.NaN, length = 0] = parts.map(Number.parseFloat);
      if (Number.isNaN(index)) return;
      const time = Number.isNaN(pts) ? dts : pts;
      take({ index, time, duration: Math.max(0, length || 0), flags: parts[4] ?? '' });
    },
  });
}

/**
 * Measures the streams of a file by all its packets.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function measure(source: Source, files: JobFiles): Promise<Extents> {
  const extents = new Map<number, Extent>();
  await listPackets(source, files, (packet) => addPacket(extents, packet));
  return extents;
}

const NOTHING: Extent = {
  start: Number.POSITIVE_INFINITY,
  end: 0,
  sum: 0,
  last: 0,
  shortest: Number.POSITIVE_INFINITY,
  preroll: 0,
};

function addPacket(extents: Map<number, Extent>, { index, time, duration }: Packet): void {
  const { start, end, sum, last, shortest, preroll } = extents.get(index) ?? NOTHING;
  extents.set(index, {
    start: Number.isNaN(time) ? start : Math.min(start, Math.max(time, 0)),
    end: Number.isNaN(time) ? end : Math.max(end, time + duration),
    sum: sum + duration,
    last: time + duration >= end ? duration : last,
    preroll: time < -preroll ? -time : preroll,
    shortest: duration > 0 ? Math.min(shortest, duration) : shortest,
  });
}

/** The duration from the start of the first stream to the end of the last; of all streams by default. */
export function lengthOf(extents: Extents, indexes: readonly number[] = [...extents.keys()]): number {
  const chosen = indexes.flatMap((index) => extents.get(index) ?? []);
  const start = Math.min(...chosen.map((extent) => extent.start));
  const end = Math.max(...chosen.map((extent) => extent.end));
  const span = end - start;
  // Where timestamps are missing, or start anew in the middle, the packets' durations are summed up.
  const sum = Math.max(0, ...chosen.map((extent) => extent.sum));
  return Number.isFinite(span) && span > 0 && span < 2 * sum + 60 ? span : sum;
}
