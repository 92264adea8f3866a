import type { FormatName } from '../../conversion/formats.ts';

/** The targets that hold an animation. */
export const ANIMATED_TARGETS: readonly FormatName[] = ['gif', 'webp', 'apng'];
