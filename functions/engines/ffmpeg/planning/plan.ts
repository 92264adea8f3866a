import type { MediaStream, StreamType } from '../reading/media.ts';

/** The arguments between the source and the result on ffmpeg's command line. */
export interface Plan {
  readonly arguments: readonly string[];
  /** The streams of the source that go into the result. */
  readonly streams: readonly MediaStream[];
  /** Whether any of them is copied: where that fails, all of them can still be encoded. */
  readonly copies: boolean;
}

/** What is done with one stream. */
export interface StreamPlan {
  readonly stream: MediaStream;
  /** Output options, without the stream specifier in their names; `c` is the encoder, or `copy`. */
  readonly options: Readonly<Record<string, string>>;
}

const LETTERS = { video: 'v', audio: 'a', subtitle: 's' } as const satisfies Record<StreamType, string>;

/** The arguments that map streams, in the order of their plans. */
function mapStreams(plans: readonly StreamPlan[]): string[] {
  const counts = { video: 0, audio: 0, subtitle: 0 };
  return plans.flatMap(({ stream, options }) => {
    const specifier = `${LETTERS[stream.type]}:${counts[stream.type]++}`;
    const settings = Object.entries(options).flatMap(([name, value]) => [`-${name}:${specifier}`, value]);
    return ['-map', `0:${stream.index}`, ...settings];
  });
}

/** Joins the plans of streams with the arguments for the whole file. */
export function joinPlans(plans: readonly StreamPlan[], rest: readonly string[]): Plan {
  return {
    arguments: [...mapStreams(plans), ...rest],
    streams: plans.map(({ stream }) => stream),
    copies: plans.some(({ options }) => options.c === 'copy'),
  };
}

/** The default stream, which a player would choose, or the first. */
export function mainStream(streams: readonly MediaStream[]): MediaStream | undefined {
  return streams.find(({ preferred }) => preferred) ?? streams[0];
}
