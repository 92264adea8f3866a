import { joinOptions } from '../options/join.ts';
import { ANIMATION_OPTIONS } from './options/animation-options.ts';
import { SOUND_OPTIONS } from './options/sound-options.ts';
import { SUBTITLE_OPTIONS } from './options/subtitle-options.ts';
import { VIDEO_OPTIONS } from './options/video-options.ts';

/** What can be asked of videos, sound, subtitles and what is made of videos. */
export const MEDIA_OPTIONS = joinOptions(VIDEO_OPTIONS, SOUND_OPTIONS, ANIMATION_OPTIONS, SUBTITLE_OPTIONS);
