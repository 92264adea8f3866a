import type { Detect } from './sample.ts';

/** Audio, video and subtitles that file-type does not know, or does not tell apart. */
export const detectMedia: Detect = () => undefined;
