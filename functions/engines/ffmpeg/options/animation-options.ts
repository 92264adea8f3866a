import type { FormatName } from '../../../conversion/formats.ts';
import { COLORS, LOOP, SPEED } from '../../options/animation.ts';
import type { Given } from '../../options/given.ts';
import { type OptionsOfTargets, ofSources } from '../../options/join.ts';
import { FIT, HEIGHT, WIDTH } from '../../options/picture.ts';
import { END, START, TIME } from '../../options/time.ts';
import { FPS, VIDEOS } from './video-options.ts';

/** The sources of which ffmpeg makes a GIF or AVIF. */
const ANIMATED_SOURCES: readonly FormatName[] = [...VIDEOS, 'gif', 'apng', 'webp', 'avif'];
/** The sources of which ffmpeg makes an animated PNG or WebP; sharp converts the others. */
const MOST: readonly FormatName[] = [...VIDEOS, 'avif'];

const MOTION = { width: WIDTH, height: HEIGHT, fit: FIT, fps: FPS, start: START, end: END, loop: LOOP, speed: SPEED };
const COLOURED = { ...MOTION, colors: COLORS };
const POSTER = { time: TIME, width: WIDTH, height: HEIGHT, fit: FIT };

/** The option values of an animated picture, and of a single frame of a video. */
export type AnimationOptions = Given<typeof COLOURED>;
export type PosterOptions = Given<typeof POSTER>;

/** The options of animated pictures, and of a single frame of a video. */
export const ANIMATION_OPTIONS: OptionsOfTargets = {
  gif: ofSources(ANIMATED_SOURCES, COLOURED),
  avif: ofSources(ANIMATED_SOURCES, MOTION),
  apng: ofSources([...MOST, 'heic'], MOTION),
  webp: ofSources([...MOST, 'apng'], MOTION),
  jpg: ofSources(VIDEOS, POSTER),
  png: ofSources(VIDEOS, POSTER),
};
