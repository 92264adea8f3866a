import type { MediaStream, StreamKind } from '../reading/media.ts';

/** What ffmpeg is to do with a source: everything between the source and the result on its command line. */
export interface Plan {
  readonly arguments: readonly string[];
  /** The streams of the source that the result is made of. */
  readonly streams: readonly MediaStream[];
  /** Whether any of them is taken over as it is: should that not work out, all can still be encoded. */
  readonly copies: boolean;
}

/** What happens to one stream. */
export interface StreamPlan {
  readonly stream: MediaStream;
  readonly copied: boolean;
  /** Options whose names lack the output stream they are for. */
  readonly options: Readonly<Record<string, string>>;
}

const LETTERS = { video: 'v', audio: 'a', subtitle: 's' } as const satisfies Record<StreamKind, string>;

/** The command line for streams, in the order of their plans. */
export function mapStreams(plans: readonly StreamPlan[]): string[] {
  const counts = { video: 0, audio: 0, subtitle: 0 };
  return plans.flatMap(({ stream, options }) => {
    const specifier = `${LETTERS[stream.kind]}:${counts[stream.kind]++}`;
    const settings = Object.entries(options).flatMap(([name, value]) => [`-${name}:${specifier}`, value]);
    return ['-map', `0:${stream.index}`, ...settings];
  });
}

/** Joins the plans of streams with what concerns the whole file. */
export function joinPlans(plans: readonly StreamPlan[], rest: readonly string[]): Plan {
  return {
    arguments: [...mapStreams(plans), ...rest],
    streams: plans.map(({ stream }) => stream),
    copies: plans.some(({ copied }) => copied),
  };
}

/** The stream that a player would play: the one its maker prefers, or the first. */
export function mainStream(streams: readonly MediaStream[]): MediaStream | undefined {
  return streams.find(({ preferred }) => preferred) ?? streams[0];
}
