import type { FormatName } from '../../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../../conversion/options.ts';
import type { OptionsOfTargets } from '../../options/join.ts';
import { CROP, FIT, FLIP, HEIGHT, WIDTH } from '../../options/picture.ts';
import { END, START } from '../../options/time.ts';
import { AUDIO_CODECS, type AudioCodec } from '../planning/audio-codecs.ts';
import { VIDEO_CODECS, type VideoCodec } from '../planning/video-codecs.ts';
import { VIDEO_TARGETS, type VideoTarget, type VideoTargetName } from '../planning/video-targets.ts';

/** Video formats that are sources: m4v is detected as mp4. */
export const VIDEOS = (Object.keys(VIDEO_TARGETS) as VideoTargetName[]).filter((name) => name !== 'm4v');
/** Those that may have subtitles: text, or pictures that are copied. */
const SUBTITLED: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', '3gp', '3g2', 'ts'];

/** Frames a second. */
export const FPS = {
  title: 'Frames a second',
  description: '29.97 and the like mean the exact rates of television.',
  type: 'number',
  minimum: 1,
  maximum: 120,
  'x-unit': '1/s',
} as const satisfies OptionSchema;

const SIDE = { minimum: 16, maximum: 8190 } as const;
const ROTATE = {
  title: 'Rotate',
  description: 'Degrees clockwise.',
  type: 'integer',
  enum: [90, 180, 270],
  'x-unit': 'degrees',
} as const satisfies OptionSchema;
const SUBTITLES = {
  title: 'Subtitles',
  description: 'keep takes what the target can hold, burn draws the first text track.',
  type: 'string',
  enum: ['keep', 'burn', 'none'],
  default: 'keep',
  'x-sources': SUBTITLED,
} as const satisfies OptionSchema;
const AUDIO = {
  title: 'Sound',
  description: 'Whether the video has sound.',
  type: 'boolean',
  default: true,
  'x-sources': VIDEOS,
} as const satisfies OptionSchema;
const VIDEO_BITRATE = {
  title: 'Video bitrate',
  description: 'Average bitrate of the video, instead of constant quality.',
  type: 'integer',
  minimum: 50,
  maximum: 100_000,
  'x-unit': 'kbit/s',
} as const satisfies OptionSchema;

/** Whether the metadata of video or sound is left out. */
export const STRIP_TAGS = {
  title: 'Strip metadata',
  description: 'all leaves out tags and names of tracks and chapters.',
  type: 'string',
  enum: ['none', 'all'],
  default: 'none',
} as const satisfies OptionSchema;

/** The options of every format of videos. */
export const VIDEO_OPTIONS: OptionsOfTargets = Object.fromEntries(
  Object.entries(VIDEO_TARGETS).map(([name, target]) => [name, optionsOf(target)]),
);

function optionsOf(target: VideoTarget): OptionSchemas {
  const codecs = words(target.videoCodecs, target.video).map((name): VideoCodec => VIDEO_CODECS[name]);
  const sounds = words(target.audioCodecs, target.audio).map((name): AudioCodec => AUDIO_CODECS[name]);
  const largest = Math.max(...codecs.map(({ largestSide = SIDE.maximum }) => largestSide));
  const crf = crfOf(codecs);
  const even = 'It becomes even.';
  return {
    width: { ...WIDTH, ...SIDE, maximum: largest, description: `${WIDTH.description} ${even}` },
    height: { ...HEIGHT, ...SIDE, maximum: largest, description: `${HEIGHT.description} ${even}` },
    fit: FIT,
    crop: CROP,
    rotate: ROTATE,
    flip: FLIP,
    fps: FPS,
    ...(target.videoCodecs ? { video_codec: codecOf('Video', Object.keys(target.videoCodecs)) } : {}),
    ...(crf ? { crf } : {}),
    video_bitrate: crf ? { ...VIDEO_BITRATE, 'x-excludes': ['crf'] } : VIDEO_BITRATE,
    audio: AUDIO,
    ...(target.audioCodecs
      ? { audio_codec: { ...codecOf('Audio', Object.keys(target.audioCodecs)), 'x-sources': VIDEOS } }
      : {}),
    ...bitrateOf(sounds),
    start: START,
    end: END,
    subtitles: SUBTITLES,
    strip_metadata: STRIP_TAGS,
  };
}

function words<Name>(codecs: Readonly<Record<string, Name>> | undefined, only: Name): Name[] {
  return codecs ? Object.values(codecs) : [only];
}

function codecOf(what: string, names: readonly string[]): OptionSchema {
  const [first = ''] = names;
  return {
    title: `${what} codec`,
    description: 'A stream that has this codec already is copied where possible.',
    type: 'string',
    enum: names,
    examples: [first],
  };
}

/** The constant rate factors of all these codecs together; each refuses values outside its own range. */
function crfOf(codecs: readonly VideoCodec[]): OptionSchema | undefined {
  const ranges = codecs.flatMap(({ crf }) => crf ?? []);
  if (ranges.length === 0) return undefined;
  return {
    title: 'Constant rate factor',
    description: 'Constant quality of the codec: less is better, and larger.',
    type: 'integer',
    minimum: Math.min(...ranges.map(({ least }) => least)),
    maximum: Math.max(...ranges.map(({ most }) => most)),
    'x-excludes': ['video_bitrate'],
  };
}

function bitrateOf(codecs: readonly AudioCodec[]): { audio_bitrate?: OptionSchema } {
  const known = codecs.flatMap(({ bitrates }) => (bitrates ? [bitrates] : []));
  if (known.length === 0) return {};
  return { audio_bitrate: { ...bitrateSchema(known), 'x-sources': VIDEOS } };
}

/** The sound bitrates of all these codecs together; each refuses values outside its own range. */
export function bitrateSchema(known: readonly NonNullable<AudioCodec['bitrates']>[]): OptionSchema {
  const [only] = known;
  const range = (choice: NonNullable<AudioCodec['bitrates']>) =>
    'least' in choice ? choice : { least: Math.min(...choice), most: Math.max(...choice) };
  const values =
    known.length === 1 && only && !('least' in only)
      ? { enum: only }
      : {
          minimum: Math.min(...known.map((choice) => range(choice).least)),
          maximum: Math.max(...known.map((choice) => range(choice).most)),
        };
  return {
    title: 'Audio bitrate',
    description: 'Of all channels together.',
    type: 'integer',
    ...values,
    'x-unit': 'kbit/s',
  };
}
