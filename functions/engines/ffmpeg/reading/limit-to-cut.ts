import { invalidOption } from '../../../conversion/options.ts';
import type { Inspected } from '../checking/check-result.ts';
import { type Cut, lengthWithin } from '../planning/cut.ts';
import type { JobFiles } from '../running/tool.ts';
import { listPackets, type Packet } from './measure.ts';
import type { MediaStream, StreamType } from './media.ts';

const WORDS = { video: 'picture', audio: 'sound' } as const;
/** A frame may begin this many seconds before the part, as timestamps are rounded to milliseconds. */
const ROUNDING = 0.0005;

/**
 * Limits a source to the streams that have something in the requested part.
 * @param needed the type of stream that must be there
 * @throws ConversionError INVALID_OPTION when it is not
 */
export async function limitToCut(
  inspected: Inspected,
  cut: Cut | undefined,
  needed: keyof typeof WORDS,
  files: JobFiles,
): Promise<Inspected> {
  if (!cut) return inspected;
  const { media } = inspected;
  const there = await streamsWithin(inspected, cut, files);
  const audio = media.audio.filter(({ index }) => there.has(index));
  const video = media.video.filter(({ index }) => there.has(index));
  if ({ audio, video }[needed].length === 0)
    throw invalidOption(`There is no ${WORDS[needed]} in the part of the file that "start" and "end" name.`);
  return { ...inspected, media: { ...media, audio, video }, resultLength: (length) => lengthWithin(cut, length) };
}

/** The indexes of the streams with a packet that begins in the part, or for sound reaches into it. */
async function streamsWithin({ source, media }: Inspected, cut: Cut, files: JobFiles): Promise<ReadonlySet<number>> {
  const types = new Map<number, StreamType>(
    [...media.audio, ...media.video].map(({ index, type }: MediaStream) => [index, type]),
  );
  const [first, end] = [Math.max(0, media.start ?? 0), cut.end ?? Number.POSITIVE_INFINITY];
  const there = new Set<number>();
  const look = ({ index, time, duration }: Packet) => {
    const begin = time - first;
    const last = types.get(index) === 'audio' ? begin + duration : begin;
    // A packet without a timestamp may be anywhere.
    if (Number.isNaN(begin) || (last >= cut.start - ROUNDING && begin < end - ROUNDING)) there.add(index);
  };
  await listPackets(source, files, look);
  return there;
}
