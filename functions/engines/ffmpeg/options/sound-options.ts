import type { OptionSchema, OptionSchemas } from '../../../conversion/options.ts';
import type { OptionsOfTargets } from '../../options/join.ts';
import { END, START } from '../../options/time.ts';
import { AUDIO_CODECS, type AudioCodec } from '../planning/audio-codecs.ts';
import { AUDIO_TARGETS, type AudioTarget } from '../planning/audio-targets.ts';
import { channelsOf } from '../planning/sound-filters.ts';
import { bitrateSchema, STRIP_TAGS } from './video-options.ts';

const LOUDNESS = {
  title: 'Loudness',
  description: 'Loudness to reach (EBU R128), with true peaks below -1.5 dBTP.',
  type: 'number',
  minimum: -50,
  maximum: -8,
  'x-unit': 'LUFS',
  examples: [-16],
} as const satisfies OptionSchema;
const FADE = { type: 'number', minimum: 0, maximum: 600, default: 0, 'x-unit': 's' } as const;
const FADE_IN = {
  ...FADE,
  title: 'Fade in',
  description: 'Duration of the fade at the beginning.',
} as const satisfies OptionSchema;
const FADE_OUT = {
  ...FADE,
  title: 'Fade out',
  description: 'Duration of the fade at the end.',
} as const satisfies OptionSchema;
const COVER = {
  title: 'Cover',
  description: 'Whether the cover picture is kept.',
  type: 'boolean',
  default: true,
} as const satisfies OptionSchema;

/** The options of every format of sound. */
export const SOUND_OPTIONS: OptionsOfTargets = Object.fromEntries(
  Object.entries(AUDIO_TARGETS).map(([name, target]) => [name, optionsOf(target)]),
);

function optionsOf(target: AudioTarget): OptionSchemas {
  const codec: AudioCodec = AUDIO_CODECS[target.codec];
  return {
    ...(codec.bitrates ? { audio_bitrate: bitrateSchema([codec.bitrates]) } : {}),
    ...sampleRateOf(codec),
    channels: {
      title: 'Channels',
      description: '1 is mono, 2 is stereo, 6 is 5.1.',
      type: 'integer',
      enum: channelsOf(codec),
    },
    start: START,
    end: END,
    loudness: LOUDNESS,
    fade_in: FADE_IN,
    fade_out: FADE_OUT,
    strip_metadata: STRIP_TAGS,
    ...(target.cover ? { cover: COVER } : {}),
  };
}

function sampleRateOf({ sampleRates }: AudioCodec): OptionSchemas {
  if (!sampleRates || ('length' in sampleRates && sampleRates.length === 0)) return {};
  const values =
    'least' in sampleRates ? { minimum: sampleRates.least, maximum: sampleRates.most } : { enum: sampleRates };
  return {
    sample_rate: {
      title: 'Sample rate',
      description: 'Samples a second.',
      type: 'integer',
      ...values,
      'x-unit': 'Hz',
    },
  };
}
