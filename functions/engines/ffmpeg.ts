import type { Engine } from './engine.ts';
import { CONVERSIONS } from './ffmpeg/conversions.ts';
import { ANIMATION_OPTIONS } from './ffmpeg/options/animation-options.ts';
import { PICTURE_OPTIONS } from './ffmpeg/options/picture-options.ts';
import { SOUND_OPTIONS } from './ffmpeg/options/sound-options.ts';
import { SUBTITLE_OPTIONS } from './ffmpeg/options/subtitle-options.ts';
import { VIDEO_OPTIONS } from './ffmpeg/options/video-options.ts';
import { TIME_LIMIT } from './ffmpeg/planning/limits.ts';
import { MOST_PROCESSORS } from './ffmpeg/planning/processors.ts';
import { joinOptions } from './options/join.ts';
import { sharp } from './sharp.ts';

/** Audio, video, subtitles, and the pictures that sharp does not support. */
export const ffmpeg: Engine = {
  name: 'ffmpeg',
  worker: {
    layers: ['ffmpeg', ...sharp.worker.layers],
    memory: 3008,
    processes: 8,
    processors: MOST_PROCESSORS,
    timeout: TIME_LIMIT,
    processorTime: { seconds: 1200, secondsForMillion: 100, most: 4000 },
    scratch: 5120,
    jobs: 100,
    // Sharp reads or writes many of the pictures.
    packages: sharp.worker.packages,
  },
  conversions: CONVERSIONS,
  options: joinOptions(VIDEO_OPTIONS, SOUND_OPTIONS, ANIMATION_OPTIONS, SUBTITLE_OPTIONS, PICTURE_OPTIONS),
};
