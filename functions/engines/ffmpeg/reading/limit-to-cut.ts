import { invalidOption } from '../../../conversion/options.ts';
import type { Inspected } from '../checking/check-result.ts';
import { type Cut, lengthWithin } from '../planning/cut.ts';
import type { Workplace } from '../running/tool.ts';
import { listPackets, type Packet } from './measure.ts';
import type { MediaStream, StreamKind } from './media.ts';

const WORDS = { video: 'picture', audio: 'sound' } as const;
/** Frames of a part may begin so much before it, in seconds: times are given to a thousandth. */
const ROUNDING = 0.0005;

/**
 * What is known of a source, where the result is made of a part of it: without the sound tracks that have nothing there.
 * @param needed what there must be
 * @throws ConversionError INVALID_OPTION when there is nothing of that in the part
 */
export async function limitToCut(
  inspected: Inspected,
  cut: Cut | undefined,
  needed: keyof typeof WORDS,
  place: Workplace,
): Promise<Inspected> {
  if (!cut) return inspected;
  const { media } = inspected;
  const there = await streamsWithin(inspected, cut, place);
  const audio = media.audio.filter(({ index }) => there.has(index));
  const video = media.video.filter(({ index }) => there.has(index));
  if ({ audio, video }[needed].length === 0)
    throw invalidOption(`There is no ${WORDS[needed]} in the part of the file that "start" and "end" name.`);
  return { ...inspected, media: { ...media, audio, video }, lasting: (length) => lengthWithin(cut, length) };
}

/** The streams of which something begins in a part, or for sound lasts into it, by their indexes. */
async function streamsWithin({ source, media }: Inspected, cut: Cut, place: Workplace): Promise<ReadonlySet<number>> {
  const kinds = new Map<number, StreamKind>(
    [...media.audio, ...media.video].map(({ index, kind }: MediaStream) => [index, kind]),
  );
  const [first, end] = [Math.max(0, media.start ?? 0), cut.end ?? Number.POSITIVE_INFINITY];
  const there = new Set<number>();
  const look = ({ index, time, duration }: Packet) => {
    const begin = time - first;
    const last = kinds.get(index) === 'audio' ? begin + duration : begin;
    // What has no time may be anywhere.
    if (Number.isNaN(begin) || (last >= cut.start - ROUNDING && begin < end - ROUNDING)) there.add(index);
  };
  await listPackets(source, place, look);
  return there;
}
