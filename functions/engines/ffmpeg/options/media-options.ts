import { joinOptions } from '../../options/join.ts';
import { ANIMATION_OPTIONS } from './animation-options.ts';
import { SOUND_OPTIONS } from './sound-options.ts';
import { SUBTITLE_OPTIONS } from './subtitle-options.ts';
import { VIDEO_OPTIONS } from './video-options.ts';

/** The options of videos, sound, subtitles and what is made of videos. */
export const MEDIA_OPTIONS = joinOptions(VIDEO_OPTIONS, SOUND_OPTIONS, ANIMATION_OPTIONS, SUBTITLE_OPTIONS);
