import type { FormatName } from '../../conversion/formats.ts';

/** The targets that can be animated. */
export const ANIMATED_TARGETS: readonly FormatName[] = ['gif', 'webp', 'apng'];
